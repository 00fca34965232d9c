import { expect, test } from "@jest/globals";
import { isHttpError, isNotFoundError, isSvcError } from "../../src/core/error-guards.ts";
import * as errors from "../../src/core/errors.ts";
import { SparkError } from "../../src/clusters/spark/run-plan.ts";

const failure = { status: 404, method: "GET", path: "/x", body: "" };

test("every error class is recognised by name, also from another copy of the library", () => {
  const named = [...Object.values(errors), SparkError].map((ErrorClass) => {
    const error = new Error("copy");
    error.name = ErrorClass.name;
    return error;
  });
  expect(named).toHaveLength(15);
  expect(named.every(isSvcError)).toBe(true);
  expect(isSvcError(new TypeError("x"))).toBe(false);
  expect(isSvcError(new DOMException("x", "TimeoutError"))).toBe(false);
});

test("an error has its class, cause and details", () => {
  const cause = new Error("deep");
  const error = new errors.NotFoundError("gone", failure, { cause });
  expect(error).toBeInstanceOf(errors.HttpError);
  expect(error).toMatchObject({ name: "NotFoundError", message: "gone", cause, ...failure });
  expect(isHttpError(error) && isNotFoundError(error)).toBe(true);
  expect(isNotFoundError(new errors.AuthError("no", failure))).toBe(false);
});
