import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { packageRoot } from "../../src/kernel/package-entries.ts";

/** Each process refuses what Windows refuses for open files, and every signal is a kill. */
test("service, imports, files and both kernels work with open files and signals as on Windows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-windows-"));
  // As on macOS, where /tmp leads to /private/tmp.
  const [place, link] = [join(folder, "private"), join(folder, "link")];
  mkdirSync(place);
  symlinkSync(place, link);
  const child = spawn(process.execPath, [join(packageRoot, "dist/cli/svclib.cjs"), "doctor", "--self-test"], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--require=${JSON.stringify(join(import.meta.dirname, "windows-shim.cjs"))}`,
      TMPDIR: link,
    },
    stdio: ["ignore", "pipe", "inherit"],
    // One that hangs ends before the test, which then says what it printed.
    timeout: 500_000,
    killSignal: "SIGKILL",
  });
  let out = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  const [code] = (await once(child, "close")) as [number];
  expect(out).toMatch(/files that are open +replaced: EBUSY; removed: EBUSY\n/);
  expect(out).not.toContain("FAILED");
  for (const kernel of ["tslab", "deno"])
    expect(out).toMatch(new RegExp(`svc-${kernel}: killed in a query +its job ended`));
  expect(out).toMatch(/its folder +removed\n$/);
  expect(code).toBe(0);
  expect(readdirSync(place)).toEqual([]);
  rmSync(folder, { recursive: true });
}, 600_000);
