import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { installKernelSpecs } from "../../../src/kernel/kernelspec/install.ts";

const prefix = mkdtempSync(join(tmpdir(), "svc-install-"));
afterAll(() => rmSync(prefix, { recursive: true }));

const FILES = ["kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg", "start.cjs", "start.sh"];

test("writes both kernelspecs with their logos, and overwrites them", () => {
  for (let round = 0; round < 2; round++) {
    const installed = installKernelSpecs({ prefix });
    expect(installed).toEqual([
      {
        name: "svc-tslab",
        displayName: "TypeScript (tslab) + svclib",
        folder: join(prefix, "share/jupyter/kernels/svc-tslab"),
        lacks: null,
      },
      {
        name: "svc-deno",
        displayName: "TypeScript (Deno) + svclib",
        folder: join(prefix, "share/jupyter/kernels/svc-deno"),
        lacks: null,
      },
    ]);
    for (const { folder } of installed) expect(readdirSync(folder).sort()).toEqual(FILES);
  }
  const spec = JSON.parse(
    readFileSync(join(prefix, "share/jupyter/kernels/svc-deno/kernel.json"), "utf8"),
  ) as { argv: string[] };
  expect(spec).toMatchObject({
    display_name: "TypeScript (Deno) + svclib",
    language: "typescript",
    interrupt_mode: "message",
    metadata: { debugger: false },
  });
  const folder = join(prefix, "share/jupyter/kernels/svc-deno");
  expect(spec.argv.slice(0, 2)).toEqual(["/bin/sh", join(folder, "start.sh")]);
  expect(spec.argv.slice(3, 4)).toEqual([join(folder, "start.cjs")]);
  expect(spec.argv[4]).toMatch(/dist.kernel.main\.js$/);
  expect(spec.argv.slice(5)).toEqual(["--kernel", "deno", "-f", "{connection_file}"]);
});

test("writes one of them into the active Python environment", () => {
  const before = process.env["VIRTUAL_ENV"];
  process.env["VIRTUAL_ENV"] = join(prefix, "venv");
  try {
    const [only, ...others] = installKernelSpecs({ sysPrefix: true, kernel: "tslab" });
    expect(only?.folder).toBe(join(prefix, "venv/share/jupyter/kernels/svc-tslab"));
    expect(others).toEqual([]);
  } finally {
    if (before === undefined) delete process.env["VIRTUAL_ENV"];
    else process.env["VIRTUAL_ENV"] = before;
  }
});

test("reports what a kernel needs and the machine lacks", () => {
  process.env["SVC_DENO"] = "/no/such/deno";
  try {
    const lacks = installKernelSpecs({ prefix }).map((kernel) => kernel.lacks);
    expect(lacks).toEqual([null, "SVC_DENO is /no/such/deno, which is not an executable file"]);
  } finally {
    delete process.env["SVC_DENO"];
  }
});

test("names the folder that can't be written, and how to choose another one", () => {
  const file = join(prefix, "file");
  writeFileSync(file, "");
  const folder = join(file, "share/jupyter/kernels/svc-tslab");
  expect(() => installKernelSpecs({ prefix: file })).toThrow(
    `can't write to ${folder} (ENOTDIR); choose another folder with JUPYTER_DATA_DIR, or kernel install --prefix`,
  );
});
