import { expect, test } from "@jest/globals";
import { enginePath, enginePointer, parseJsonPath } from "../../../src/dialect/json/json-path.ts";

test.each([
  ["$", []],
  ["$.a.b", ["a", "b"]],
  ["$.a[0]", ["a", "0"]],
  ["$.a.0", ["a", "0"]],
  ['$["a b"]', ["a b"]],
  [String.raw`$["a\"b\\"].c`, ['a"b\\', "c"]],
])("%s", (path, steps) => expect(parseJsonPath(path)).toEqual(steps));

test.each([
  "$.a[0:2]",
  "$.a[*]",
  "$.*",
  "$.a[-1]",
  "lax $.a",
  "a",
  "$..a",
  "$.a ? (@ > 1)",
  "$.[",
  "$.a-b",
  "$['a']",
  '$."a"',
  "$.a ",
])("%s is not a supported path", (path) => expect(parseJsonPath(path)).toBeNull());

test("names are quoted for the engine", () => {
  const steps = [
    { kind: "member", name: "a-b" },
    { kind: "index", index: 1 },
  ] as const;
  expect(enginePath(steps)).toMatchObject({ kind: "literal", text: `$."a-b"[1]` });
  expect(enginePointer(["a/b", "1"])).toMatchObject({ kind: "literal", text: "/a~1b/1" });
});
