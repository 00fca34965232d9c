import { expect, test } from "@jest/globals";
import {
  oneRow,
  refuseAggregate,
  refuseArithmetic,
  refuseDecimalSum,
  refuseField,
  refuseText,
  refuseTimeOf,
  unseenVariable,
} from "../../../../src/core/table/expressions/expression-refusals.ts";
import { part, type Part } from "../../../../src/core/table/expressions/part.ts";

const of = (kind: Part["kind"], type?: string): Part =>
  part("", kind, "d.x", { type, column: { name: "x", table: 0 } });

test.each<[string, () => unknown, string]>([
  [
    "a variable of the program",
    () => {
      throw unseenVariable("limit", ["n"]);
    },
    "pass it with params({ limit }) and read it as (d, $) => $.limit",
  ],
  [
    "a column without its row",
    () => {
      throw unseenVariable("n", ["n"]);
    },
    "write a column as a field of the row: (d) => d.n",
  ],
  [
    "a value of one row beside groups",
    () => {
      throw oneRow("d.n");
    },
    "such as op.mean(d.n)",
  ],
  ["the text of a row", () => refuseText(of("object")), "write op.to_json(d.x)"],
  [
    "arithmetic with a date's text",
    () => refuseArithmetic("-", of("moment", "date"), "d.x - 1"),
    "op.timestamp(d.x)",
  ],
  ["arithmetic with a text", () => refuseArithmetic("*", of("text"), "d.x * 2"), "write +d.x for its number"],
  ["the sum of texts", () => refuseAggregate("sum", of("text")), "d.x"],
  ["a field of a number", () => refuseField(of("number"), "price", "d.x.price"), "price"],
  [
    "the year of a time of day",
    () => refuseTimeOf("year", of("moment", "time(3)"), "op.year(d.x)"),
    "d.x is a time(3), which has no date: op.year(d.x)",
  ],
  ["long decimals and numbers added", () => refuseDecimalSum([of("decimal"), of("number")]), "+d.x"],
])("%s is refused with what to write instead", (_, refuse, message) => {
  expect(refuse).toThrow(message);
});

test("what computes passes", () => {
  refuseText(of("text"));
  refuseArithmetic("+", of("number"), "d.x + 1");
  refuseAggregate("sum", of("number"));
  refuseAggregate("max", of("text"));
});
