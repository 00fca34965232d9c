import { describe, expect, test } from "@jest/globals";
import { part, type Part } from "../../../../src/core/table/expressions/part.ts";
import { refuseMixed, refuseMixedKeys } from "../../../../src/core/table/expressions/refuse-mixed.ts";

const price = part("", "number", "d.price");
const name = part("", "text", "d.name");
const json = part("", "json", "d.doc");
const flag = part("", "boolean", "d.late");
const day = part("", "moment", "d.day");
const date = part("", "date", "d.when");
const text = (value: string): Part => part("", "text", JSON.stringify(value), { constant: { value } });

describe("a comparison of two kinds", () => {
  test.each<[Part, Part, string]>([
    [price, name, "d.x compares a number with a text; write +d.name for the number"],
    [price, text("10"), "d.x compares a number with a text; write 10"],
    [json, price, "; write op.parse_json(d.doc) for its value"],
    [flag, text("true"), "d.x compares a boolean with a text; write true"],
    [date, name, "; write op.parse_date(d.name) for the time"],
    [day, price, '; write a text such as "2024-01-31", or op.timestamp(d.day) for unix ms'],
    [json, text("a"), 'd.doc is JSON text, which "a" is not, in d.x; write op.parse_json(d.doc) === "a"'],
  ])("is refused with what to write instead", (left, right, message) => {
    expect(() => refuseMixed("===", left, right, "d.x")).toThrow(message);
  });

  test.each<[string, Part, Part, string]>([
    ["a date and a number", date, price, "<"],
    ["the text of a time and a text", day, name, "==="],
    ["a date and a fixed text", date, text("2024-01-31"), "==="],
    ["true beside a number, by order", flag, price, "<"],
    ["JSON text and JSON", json, text('"a"'), "==="],
  ])("%s may be meant", (_, left, right, operator) => {
    expect(() => refuseMixed(operator, left, right, "d.x")).not.toThrow();
  });
});

describe("keys of a join", () => {
  const key = (kind: Part["kind"], name: string): Part =>
    part("", kind, name, { column: { name, table: 0 } });

  test("of two kinds are refused, with a line that makes them one", () => {
    expect(() => refuseMixedKeys(key("number", "id"), key("text", "id"))).toThrow(
      '"id": a number in one table and a text in the other are never equal; make them one kind: derive({ id: (d) => +d["id"] })',
    );
    expect(() => refuseMixedKeys(key("date", "on"), key("text", "the day"))).toThrow('"on" and "the day"');
  });

  test("of numbers of two kinds, of texts and times, and of what is not read, pass", () => {
    refuseMixedKeys(key("number", "a"), key("bigint", "a"));
    refuseMixedKeys(key("moment", "a"), key("text", "a"));
    refuseMixedKeys(key("unknown", "a"), key("text", "a"));
    refuseMixedKeys(null, key("text", "a"));
  });
});
