import { describe, expect, test } from "@jest/globals";
import { formatCells } from "../../../../src/magics/display/table/format-cells.ts";

test.each<[unknown[], string[], boolean]>([
  [[1, 20, -3], ["1", "20", "-3"], true],
  [[1.5, 20, 0.125], ["1.500", "20.000", "0.125"], true],
  [[1 / 3, null, NaN], ["0.333333", "null", "NaN"], true],
  [[1.5e21, 2], ["1.5e+21", "2"], true],
  [[1e21, 0.1], ["1e+21", "0.1"], true],
  [[1.23456789e-9, 0], ["1.234568e-9", "0"], true],
  [[12345678.9, 1e-5, -2e9, NaN], ["12345678.9", "0.00001", "-2000000000", "NaN"], true],
  [[1234567890123456.5, 0], ["1234567890123456.5", "0.0"], true],
  [[0, 0.5, -0, undefined], ["0.0", "0.5", "0.0", "null"], true],
  [[9007199254740993n, 1], ["9007199254740993", "1"], true],
  [[Infinity, 2], ["Infinity", "2"], true],
  [["", "null", null], ["", "null", "null"], false],
  [["a\nb\t\u0000\u202e", "日本"], ["a\\nb\\t\\u0000\\u202e", "日本"], false],
  [[true, false], ["true", "false"], false],
  [[[1, 2], { a: 1n }], ["[1, 2]", "{a: 1}"], false],
  [[1, "x"], ["1", "x"], false],
  [[5.033788709198412, "x", 0.1 + 0.2], ["5.033789", "x", "0.3"], false],
  [[12345678.9, 12345678, "x"], ["12345678.9", "12345678", "x"], false],
  [[[new Date("2024-05-06T00:00:00Z")], { at: new Date(NaN) }], ["[2024-05-06]", "{at: NaT}"], false],
  [[null, undefined], ["null", "null"], false],
  [[new Date("2024-05-06T00:00:00Z")], ["2024-05-06"], false],
])("%p", (values, texts, numeric) => {
  expect(formatCells(values, null)).toMatchObject({ texts, numeric });
});

test('null is marked, to tell it from the text "null"', () => {
  expect(formatCells(["null", null], null).missing).toEqual([false, true]);
});

test("long texts are not cut inside a surrogate pair", () => {
  const [text = ""] = formatCells([`${"x".repeat(98)}😀y`], null).texts;
  expect(text).toBe(`${"x".repeat(98)}…`);
  expect(formatCells([`😀${"x".repeat(99)}`], null).texts).toEqual([`😀${"x".repeat(97)}…`]);
});

test("a circular structure", () => {
  const loop: unknown[] = [];
  loop.push(loop);
  expect(formatCells([loop], null).texts).toEqual([`${"[".repeat(20)}…${"]".repeat(20)}`]);
});

test.each<[string, unknown, string, boolean]>([
  ["decimal(10,2)", "12.30", "12.30", true],
  ["numeric(10,2)", "12.30", "12.30", true],
  ["varbinary", Uint8Array.of(0, 255), "00ff", false],
  ["array(varchar)", ["a", null, 'b"c'], '["a", null, "b\\"c"]', false],
  ["array(array(bigint))", [[1n], []], "[[1], []]", false],
  ["map(varchar,double)", { k: 1.5, "two words": null }, '{k: 1.5, "two words": null}', false],
  ["row(id bigint, name varchar)", { id: 1, name: "x" }, '{id: 1, name: "x"}', false],
  ['row(bigint, row("2" bigint, "1" bigint))', [3, { 1: 1n, 2: 2n }], "[3, {2: 2, 1: 1}]", false],
  ["row(bigint, varchar)", [1, "x"], '[1, "x"]', false],
  [
    "array(row(at timestamp, bytes varbinary))",
    [{ at: "2024-05-06 07:08:09.000", bytes: Uint8Array.of(1) }],
    '[{at: "2024-05-06 07:08:09.000", bytes: 01}]',
    false,
  ],
  ["map(varchar,row(n bigint))", { a: { n: 1 } }, "{a: {n: 1}}", false],
])("a value of type %s", (type, value, text, numeric) => {
  expect(formatCells([value, null], null, type)).toMatchObject({ texts: [text, "null"], numeric });
});

describe("expanded cells", () => {
  const opened = (value: unknown, type?: string): string | null => formatCells([value], null, type).opened(0);

  test("a row with its field names, on several lines if it is long", () => {
    const type = "row(name varchar, tags array(varchar), size row(w bigint, h bigint))";
    const value = {
      name: "a name that goes on and on and on",
      tags: ["one", "two", "three", "four"],
      size: { w: 1920, h: 1080 },
    };
    const { texts } = formatCells([value], null, type);
    expect(texts).toEqual([
      '{name: "a name that goes on and on and on", tags: ["one", "two", "three", "four"], size: {w: 1920, …',
    ]);
    expect(opened(value, type)).toBe(
      [
        "{",
        '  name: "a name that goes on and on and on",',
        '  tags: ["one", "two", "three", "four"],',
        "  size: {w: 1920, h: 1080}",
        "}",
      ].join("\n"),
    );
  });

  test("JSON pretty-printed, with exact numbers", () => {
    const long = "x".repeat(100);
    expect(opened(`{"id":7,"text":"${long}"}`, "json")).toBe(`{\n  "id": 7,\n  "text": "${long}"\n}`);
    const exact = `{"id":12345678901234567890,"text":"${long}"}`;
    expect(opened(exact, "json")).toBe(exact);
    expect(opened(`{"id":7,"text":"${long}"}`, "varchar")).toBe(`{"id":7,"text":"${long}"}`);
    expect(opened(`{"cut":"${long}`, "json")).toBe(`{"cut":"${long}`);
  });

  test("lists in lists are indented; of a long one the first 500 parts", () => {
    const long = "x".repeat(100);
    expect(opened([[long, 1], 2])).toBe(`[\n  [\n    "${long}",\n    1\n  ],\n  2\n]`);
    expect(opened(Array<number>(501).fill(1))).toBe(`[\n${"  1,\n".repeat(500)}  …\n]`);
  });

  test("long texts and binary values; null if the cell was complete", () => {
    expect(opened(`first\n${"x".repeat(100)}\u202e`)).toBe(`first\n${"x".repeat(100)}\\u202e`);
    expect(opened(new Uint8Array(60).fill(255))).toBe("ff".repeat(60));
    expect(opened("y".repeat(5000))).toBe(`${"y".repeat(3999)}…`);
    expect(opened([1, 2])).toBeNull();
    expect(opened(null)).toBeNull();
  });
});

test("thousands separators in numbers and decimals", () => {
  expect(formatCells([1234567, -1000, 12.5], null, "double", true).texts).toEqual([
    "1,234,567.0",
    "-1,000.0",
    "12.5",
  ]);
  expect(formatCells(["12345.60", "0.05"], null, "decimal(10,2)", true).texts).toEqual(["12,345.60", "0.05"]);
  expect(formatCells(["12345"], null, "varchar", true).texts).toEqual(["12345"]);
  expect(formatCells([9007199254740993n, null], null, "bigint", true).texts).toEqual([
    "9,007,199,254,740,993",
    "null",
  ]);
});
