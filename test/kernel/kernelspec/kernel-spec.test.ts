import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { nodePath } from "../../../src/kernel/kernelspec/kernel-spec.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-node-path-"));
afterAll(() => rmSync(folder, { recursive: true }));
const bin = (name: string): string => join(folder, name, "bin");
for (const name of ["Cellar/node/22.1.0", "other", "homebrew"]) mkdirSync(bin(name), { recursive: true });
const executable = join(bin("Cellar/node/22.1.0"), "node");
writeFileSync(executable, "");
writeFileSync(join(bin("other"), "node"), "");
symlinkSync(executable, join(bin("homebrew"), "node"));

test("the entry of PATH that links to this Node.js", () => {
  const PATH = `relative::${bin("other")}:${bin("homebrew")}`;
  expect(nodePath({ PATH }, executable)).toBe(join(bin("homebrew"), "node"));
});

test("the executable's own path if PATH has a different Node.js", () => {
  expect(nodePath({ PATH: bin("other") }, executable)).toBe(executable);
  expect(nodePath({}, executable)).toBe(executable);
});
