import { expect, test } from "@jest/globals";
import { nameInQuery, quoteIn, quoteText } from "../../src/dialect/quote.ts";

test("names that a query can't have bare are quoted, in Hive by backticks", () => {
  const names = ["price", "order", "unit price", 'a"b`c', "1st"];
  expect(names.map((name) => nameInQuery(name, "presto"))).toEqual([
    "price",
    '"order"',
    '"unit price"',
    '"a""b`c"',
    '"1st"',
  ]);
  expect(names.map((name) => nameInQuery(name, "hive"))).toEqual([
    "price",
    "`order`",
    "`unit price`",
    '`a"b``c`',
    "`1st`",
  ]);
});

test("a name in quotes, whatever it is", () => {
  expect([quoteIn("price", "presto"), quoteIn("é`", "hive"), quoteIn("", "presto")]).toEqual([
    '"price"',
    "`é```",
    '""',
  ]);
});

test("a text", () => {
  expect([quoteText('it\'s "so"'), quoteText("")]).toEqual(["'it''s \"so\"'", "''"]);
});
