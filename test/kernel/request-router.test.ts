import { expect, test } from "@jest/globals";
import { privateLast } from "../../src/kernel/request-router.ts";

test.each([
  [
    ["_names", "_data", "constructor", "schema", "array"],
    ["schema", "array", "_names", "_data", "constructor"],
  ],
  [
    ["t._names", "t.constructor", "t.array"],
    ["t.array", "t._names", "t.constructor"],
  ],
  [
    ["_names", "_data"],
    ["_names", "_data"],
  ],
])("private names are below the others: %j", (matches, sorted) => {
  expect(privateLast({ status: "ok", matches })).toEqual({ status: "ok", matches: sorted });
});

test("other replies stay", () => {
  expect(privateLast({ status: "ok", found: false })).toEqual({ status: "ok", found: false });
});
