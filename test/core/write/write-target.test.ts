import { expect, test } from "@jest/globals";
import { parseTableName } from "../../../src/core/write/write-target.ts";

test("database and table", () => {
  expect(parseTableName("web_2024.visits")).toEqual({ database: "web_2024", table: "visits" });
  expect(parseTableName(`d.${"t".repeat(255)}`).table).toHaveLength(255);
});

test.each<[unknown, string]>([
  ["visits", 'table name "visits" is not of the form <database>.<table>'],
  ["a.b.c", 'table name "a.b.c" is not of the form <database>.<table>'],
  [".visits", "is not of the form"],
  ["web.", "is not of the form"],
  ["", "is not of the form"],
  [null, "table name null is not of the form"],
  [7, "table name 7 is not of the form"],
  [`web.${"t".repeat(256)}`, "has more than 255 characters"],
  ["web.Visits", '"Visits" in table name "web.Visits" holds "V"; names hold only a-z, 0-9 and _'],
  ["web.vis its", 'holds " "'],
  ["wéb.visits", '"wéb" in table name "wéb.visits" holds "é"'],
  ["web.visits\n", String.raw`holds "\n"`],
])("%p: %s", (name, message) => {
  expect(() => parseTableName(name as string)).toThrow(message);
});
