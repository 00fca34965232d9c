import { expect, test } from "@jest/globals";
import { magic_context } from "../../src/magics/magic-context.ts";
import { scope } from "../../src/magics/session.ts";
import { recordingHost } from "./helpers/recording-host.ts";

test("which names are variables, and the current database", () => {
  recordingHost({ a: 1, b: undefined });
  magic_context.database = null;
  expect(scope(["a", "c", "b"])).toEqual({ database: null, bound: new Set(["a", "b"]) });
  magic_context.database = "web";
  expect(scope([])).toEqual({ database: "web", bound: new Set() });
});

test("the default connection is made once, and can be set", () => {
  magic_context.connection = null;
  const made = magic_context.connect();
  expect(magic_context.connect()).toBe(made);
  magic_context.connection = null;
  expect(magic_context.connect()).not.toBe(made);
});
