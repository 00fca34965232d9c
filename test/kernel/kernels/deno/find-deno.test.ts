import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { findDeno } from "../../../../src/kernel/kernels/deno/find-deno.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const deno = join(folder, "deno");
writeFileSync(deno, "");

test("SVC_DENO must be an executable file", () => {
  chmodSync(deno, 0o600);
  expect(() => findDeno({ SVC_DENO: deno, PATH: "" })).toThrow(
    `SVC_DENO is ${deno}, which is not an executable file`,
  );
  chmodSync(deno, 0o700);
  expect(findDeno({ SVC_DENO: deno, PATH: "" })).toBe(deno);
});

test("otherwise PATH is searched, then the npm package", () => {
  expect(findDeno({ PATH: `/nowhere:${folder}` })).toBe(deno);
  expect(findDeno({ PATH: "" })).toMatch(/node_modules.+deno/);
});

test("an npm bin script on PATH resolves to its executable", () => {
  const scripts = join(import.meta.dirname, "..", "..", "..", "..", "node_modules", ".bin");
  const path = findDeno({ PATH: scripts });
  expect(path).toBe(findDeno({ PATH: "" }));
  expect(path).not.toContain(".bin");
});

test("so does npm's script for Windows, which lies beside node_modules", () => {
  const prefix = mkdtempSync(join(tmpdir(), "svc-test-"));
  const modules = join(import.meta.dirname, "..", "..", "..", "..", "node_modules");
  symlinkSync(modules, join(prefix, "node_modules"));
  writeFileSync(join(prefix, "deno.cmd"), "");
  expect(findDeno({ PATH: prefix })).toBe(findDeno({ PATH: "" }));
  rmSync(prefix, { recursive: true });
});
