import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { packageRoot } from "../../src/kernel/package-entries.ts";
import { isShort } from "../jest/short-form.ts";

let folder: string;
let place: string;
let link: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-windows-"));
  // As on macOS, where /tmp leads to /private/tmp.
  [place, link] = [join(folder, "private"), join(folder, "link")];
  mkdirSync(place);
  symlinkSync(place, link);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs Node.js so that each process refuses what Windows refuses for open files, and every signal is a kill. */
async function runAsOnWindows(...args: readonly string[]): Promise<{ code: number; out: string }> {
  const child = spawn(process.execPath, args, {
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
  return { code, out };
}

/** The built service, opened twice on one folder: a query makes a table, another removes it. */
const TWICE = `
  const { startService } = await import(${JSON.stringify(pathToFileURL(join(packageRoot, "dist/service/start-service.js")).href)});
  for (const query of ["create table made as select 1 as a", "drop table made"]) {
    const { url, apikey, close } = await startService({ dataDir: process.argv[1] });
    const ask = async (method, path, body) =>
      (await fetch(url + path, { method, body, headers: { authorization: "TD1 " + apikey } })).json();
    await ask("POST", "/v3/database/create/db1");
    const { job_id } = await ask("POST", "/v3/job/issue/presto/db1", new URLSearchParams({ query }));
    console.log((await ask("GET", "/v3/job/status/" + job_id + "?wait=60")).status);
    await close();
  }
`;

if (isShort)
  test("a service works with open files as on Windows", async () => {
    const args = ["--input-type=module", "-e", TWICE, join(link, "data")];
    expect(await runAsOnWindows(...args)).toEqual({ code: 0, out: "success\nsuccess\n" });
  });
else
  test("service, imports, files and both kernels work with open files and signals as on Windows", async () => {
    const { code, out } = await runAsOnWindows(
      join(packageRoot, "dist/cli/svclib.cjs"),
      "doctor",
      "--self-test",
    );
    expect(out).toMatch(/files that are open +replaced: EBUSY; removed: EBUSY\n/);
    expect(out).not.toContain("FAILED");
    for (const kernel of ["tslab", "deno"])
      expect(out).toMatch(new RegExp(`svc-${kernel}: killed in a query +its job ended`));
    expect(out).toMatch(/its folder +removed\n$/);
    expect(code).toBe(0);
    expect(readdirSync(place)).toEqual([]);
  }, 600_000);
