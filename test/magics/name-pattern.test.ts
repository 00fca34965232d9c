import { expect, test } from "@jest/globals";
import { databasePattern, databasesOfTablePattern, tablePattern } from "../../src/magics/name-pattern.ts";

test.each([
  ["", "web.access", true],
  ["web.access", "web.access", true],
  ["web.access", "webxaccess.log", false],
  ["web\\.access", "web.access", true],
  ["web.*s$", "web.access", true],
  ["b.a", "web.access", true],
  ["^b.a", "web.access", false],
  ["[.]access", "web.access", true],
  ["[ws]eb.a", "web.access", true],
  ["^web.a.c", "web.abc", false],
  ["web.a{1}c", "web.access", true],
  ["WEB", "web.access", false],
  ["web|shop", "shop.orders", true],
])("table pattern %j on %s", (pattern, identifier, found) => {
  expect(tablePattern(pattern)(identifier)).toBe(found);
});

test("database patterns are plain regular expressions", () => {
  expect(databasePattern("w.b")("web")).toBe(true);
  expect(databasePattern("^eb")("web")).toBe(false);
});

test.each([
  ["web.access", { web: true, myweb: true, webx: false }],
  ["^web.a", { web: true, myweb: false }],
  ["web\\.a", { web: true, shop: false }],
  ["web.*", { web: true, shop: true }],
  ["web.a|shop.b", { web: true, shop: true }],
  ["web", { web: true, shop: true }],
])("databases in which %j can match", (pattern, names) => {
  const mayHold = databasesOfTablePattern(pattern);
  expect(Object.fromEntries(Object.keys(names).map((name) => [name, mayHold(name)]))).toEqual(names);
});

test("no database with a match is skipped", () => {
  const identifiers = ["web.access", "myweb.access", "web.a", "w.eb", "shop.web"];
  for (const pattern of [
    "web.a",
    "^web.a",
    "b.a",
    "^w.e",
    "web\\.access$",
    "^myweb.(a|b)",
    "p.w",
    "w.*",
    "web.?",
  ]) {
    for (const identifier of identifiers.filter(tablePattern(pattern))) {
      expect([pattern, databasesOfTablePattern(pattern)(identifier.split(".")[0] ?? "")]).toEqual([
        pattern,
        true,
      ]);
    }
  }
});
