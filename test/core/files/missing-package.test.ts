import { createRequire } from "node:module";
import { expect, test } from "@jest/globals";
import { explainMissing } from "../../../src/core/files/missing-package.ts";

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
    message: "the package @svclib-none/api is not installed; npm install svclib-jupyter brings it",
    cause: error,
  });
});

test("an imported package that is not installed", () => {
  const error = Object.assign(new Error("Cannot find package 'zeromq' imported from /a/b.js"), {
    code: "ERR_MODULE_NOT_FOUND",
  });
  expect(explainMissing(error)).toMatchObject({
    message: "the package zeromq is not installed; npm install svclib-jupyter brings it",
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
