import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { explainMissing, howToInstall } from "../../../src/core/files/missing-package.ts";

const failure = (load: () => unknown): unknown => {
  try {
    return load();
  } catch (error) {
    return error;
  }
};
const require = createRequire(import.meta.url);
const NONE = "@svclib-none/api/deep";
const GONE = "/no/such/file.js";
const BESIDE = "./no-such-file.js";

test("a package that is not installed", () => {
  const error = failure(() => require(NONE) as unknown);
  expect(explainMissing(error)).toMatchObject({
    name: "ConfigError",
    message: "the package @svclib-none/api is not installed; run npm install svclib-jupyter",
    cause: error,
  });
});

test("an imported package that is not installed", () => {
  const error = Object.assign(new Error("Cannot find package 'zeromq' imported from /a/b.js"), {
    code: "ERR_MODULE_NOT_FOUND",
  });
  expect(explainMissing(error)).toMatchObject({
    message: "the package zeromq is not installed; run npm install svclib-jupyter",
  });
});

test.each([
  ["a file that is gone", failure(() => require(GONE) as unknown)],
  ["a file beside", failure(() => require(BESIDE) as unknown)],
  ["any other error", new Error("Cannot find package 'zeromq'")],
  ["no error", undefined],
])("%s is unchanged", (_, error) => {
  expect(explainMissing(error)).toBe(error);
});

test("a global svclib is replaced: npm refuses a second package with the command svclib", () => {
  const home = mkdtempSync(join(tmpdir(), "svclib-global-"));
  try {
    const own = join(home, "lib", "node_modules", "svclib", "dist", "core", "files", "missing-package.js");
    expect(howToInstall(own)).toBe("run npm install svclib-jupyter");
    mkdirSync(join(home, "bin"));
    mkdirSync(join(home, "lib"));
    writeFileSync(join(home, "bin", "svclib"), "");
    expect(howToInstall(own)).toBe("run npm uninstall -g svclib, then npm install -g svclib-jupyter");
  } finally {
    rmSync(home, { recursive: true });
  }
});
