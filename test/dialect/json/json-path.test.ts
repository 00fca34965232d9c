import { expect, test } from "vitest";
import { enginePath, parseJsonPath } from "../../../src/dialect/json/json-path.ts";

test.each([
  ["$", []],
  [
    "$.a.b",
    [
      { kind: "member", name: "a" },
      { kind: "member", name: "b" },
    ],
  ],
  [
    "$.a[0]",
    [
      { kind: "member", name: "a" },
      { kind: "index", index: 0 },
    ],
  ],
  ['$["a b"]', [{ kind: "member", name: "a b" }]],
])("%s", (path, steps) => expect(parseJsonPath(path)).toEqual(steps));

test.each(["$.a[0:2]", "$.a[*]", "$.*", "$.a[-1]", "lax $.a", "a", "$..a", "$.a ? (@ > 1)", "$.["])(
  "%s is not a supported path",
  (path) => expect(parseJsonPath(path)).toBeNull(),
);

test("names are quoted for the engine", () => {
  expect(enginePath(parseJsonPath("$.a-b[1]")!)).toMatchObject({ kind: "literal", value: `$."a-b"[1]` });
});
