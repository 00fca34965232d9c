import { describe, expect, test } from "@jest/globals";
import { TextBuilder } from "../../../../src/core/decode/builders/text-builder.ts";
import { NullableColumn } from "../../../../src/core/table/columns/nullable-column.ts";
import { decimalNumber, decimalNumbers } from "../../../../src/core/table/columns/decimal-numbers.ts";
import { decimalText } from "../../../../src/core/text/decimal-text.ts";

test.each<[string, number]>([
  ["12.50", 12.5],
  ["-0.00", 0],
  ["999999999999999", 999_999_999_999_999],
  ["1234567890123.4500", 1_234_567_890_123.45],
  ["0.00000000000000000000000001234500000000", 1.2345e-26],
  ["-7", -7],
  ["1000000000000000", NaN],
  ["0.1234567890123456", NaN],
  ["1.0000000000000001", NaN],
  ["", NaN],
  ["-", NaN],
  ["12.", NaN],
  ["1e5", NaN],
  ["1.2.3", NaN],
  ["NaN", NaN],
  ["١", NaN],
])("%s is the number %p", (text, number) => {
  expect(decimalNumber(text)).toBe(number);
});

test("numbers of at most 15 digits give back the digits that they were made of, whatever the scale", () => {
  let seed = 1;
  const random = (end: number): number => (seed = (seed * 48_271) % 2_147_483_647) % end;
  for (let i = 0; i < 20_000; i++) {
    const digits = String(random(2_147_483_647)) + String(random(100_000)).padStart(5, "0");
    const scale = random(39);
    const padded = digits.slice(0, 1 + random(15)).padStart(scale + 1, "0");
    const text = (scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`).replace(
      /^0+(?=\d)/,
      "",
    );
    expect(decimalText(decimalNumber(text), scale)).toBe(text);
  }
});

describe("a column", () => {
  const columnOf = (texts: readonly (string | null)[]): unknown => {
    const builder = new TextBuilder("price", true);
    texts.forEach((text, row) => {
      const bytes = Buffer.from(text ?? "");
      builder.add(
        row,
        { offsets: Uint32Array.of(0, bytes.length), bytes },
        text === null ? Uint8Array.of(1) : null,
      );
    });
    return builder.finish(texts.length);
  };

  test("of short decimals is one of numbers", () => {
    expect(columnOf(["1.50", "2.25"])).toEqual(Float64Array.of(1.5, 2.25));
  });

  test("with nulls has them", () => {
    expect(columnOf(["1.50", null])).toEqual(
      new NullableColumn(Float64Array.of(1.5, 0), Uint8Array.of(0, 1)),
    );
  });

  test("with one decimal of more digits is one of texts", () => {
    const column = columnOf([...Array.from({ length: 5000 }, () => "1.50"), "0.1234567890123456"]);
    expect([...(column as Iterable<string>)].slice(-2)).toEqual(["1.50", "0.1234567890123456"]);
  });

  test("of codes of a dictionary is read by its entries", () => {
    const builder = new TextBuilder("price", true);
    const entries = { bytes: Buffer.from("1.502.25"), offsets: Uint32Array.of(0, 4, 8) };
    const codes = Uint8Array.from({ length: 8192 }, (_, row) => row % 3);
    builder.addCoded(0, { entries, codes });
    const column = builder.finish(8192) as NullableColumn;
    expect([0, 1, 2, 8191].map((row) => column.at(row))).toEqual([null, 1.5, 2.25, 1.5]);
  });

  test("of plain texts, as the statement protocol sends them", () => {
    expect(decimalNumbers(["1.50", null, "3"])).toEqual(
      new NullableColumn(Float64Array.of(1.5, 0, 3), Uint8Array.of(0, 1, 0)),
    );
    expect(decimalNumbers(["1.50", 2])).toBe(null);
  });
});
