import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { listKernels, uninstallKernels } from "../../../src/cli/kernels/kernels.ts";
import { installKernelSpecs, uninstallKernelSpecs } from "../../../src/kernel/kernelspec/install.ts";
import { installedKernels } from "../../../src/kernel/kernelspec/installed-kernels.ts";
import { nodePath } from "../../../src/kernel/kernelspec/kernel-spec.ts";

let dataDir: string;
const outer = process.env["JUPYTER_DATA_DIR"];
beforeEach(() => {
  process.env["JUPYTER_DATA_DIR"] = dataDir = mkdtempSync(join(tmpdir(), "svc-kernels-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
  if (outer === undefined) delete process.env["JUPYTER_DATA_DIR"];
  else process.env["JUPYTER_DATA_DIR"] = outer;
});

const folder = (name: string): string => join(dataDir, "kernels", name);
const own = (): unknown[] => installedKernels().filter((found) => found.folder.startsWith(dataDir));

test("kernels are listed where they were installed, and not after uninstalling", () => {
  expect(own()).toEqual([]);
  installKernelSpecs();
  // `fault` is not compared: without a build dist/kernel/main.js is missing.
  expect(own()).toMatchObject([
    { name: "svc-tslab", folder: folder("svc-tslab") },
    { name: "svc-deno", folder: folder("svc-deno") },
  ]);
  expect(uninstallKernelSpecs({ kernel: "deno" })).toEqual([folder("svc-deno")]);
  expect(own()).toMatchObject([{ name: "svc-tslab" }]);
  expect(uninstallKernelSpecs()).toEqual([folder("svc-tslab")]);
  expect(uninstallKernelSpecs()).toEqual([]);
  expect(own()).toEqual([]);
});

test("the command lists and removes them", () => {
  installKernelSpecs();
  const stdout = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    listKernels();
    uninstallKernels({ kernel: "deno" });
    uninstallKernels({});
    uninstallKernels({});
    const lines = stdout.mock.calls.map(([text]) => String(text));
    expect(lines).toContain(`svc-tslab: ${folder("svc-tslab")}\n`);
    expect(lines.slice(-3)).toEqual([
      `removed ${folder("svc-deno")}\n`,
      `removed ${folder("svc-tslab")}\n`,
      "no kernel of svclib is installed there; npx svclib kernel list shows where they are\n",
    ]);
  } finally {
    stdout.mockRestore();
  }
});

test("a kernelspec whose Node.js is gone finds another; one whose launcher is gone can't start", () => {
  installKernelSpecs({ kernel: "tslab" });
  const file = join(folder("svc-tslab"), "kernel.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(nodePath(), "/no/such/node"));
  expect(own()).toMatchObject([{ name: "svc-tslab", fault: null }]);
  writeFileSync(file, readFileSync(file, "utf8").replace("/bin/sh", "/no/such/sh"));
  expect(own()).toMatchObject([
    {
      fault:
        "/no/such/sh can't start it: spawnSync /no/such/sh ENOENT; install the kernels again: npx svclib kernel install",
    },
  ]);
});

test("a folder that svclib did not write blocks the removal, also of the others", () => {
  installKernelSpecs();
  writeFileSync(join(folder("svc-deno"), "kernel.json"), "{}");
  mkdirSync(folder("python3"));
  expect(() => uninstallKernelSpecs()).toThrow(
    `svclib did not write ${folder("svc-deno")}: look at it, and remove it by hand`,
  );
  expect(existsSync(folder("svc-tslab"))).toBe(true);
});
