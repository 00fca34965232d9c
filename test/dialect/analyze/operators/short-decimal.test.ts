import { expect, test } from "@jest/globals";
import {
  hasDigits,
  inDigits,
  shortForm,
  withShort,
  withShortBranches,
} from "../../../../src/dialect/analyze/operators/short-decimal.ts";
import { withType, type Typed } from "../../../../src/dialect/analyze/typed.ts";
import { printSql } from "../../../../src/dialect/sql/print-sql.ts";
import { column, engine, name, type Sql } from "../../../../src/dialect/sql/tree.ts";
import { decimal, simple } from "../../../../src/dialect/types/type.ts";

const price = withType(column("t", name("price")), decimal(15, 2));
const rate = withType(column("t", name("rate")), decimal(3, 2));
const count = withType(column("t", name("count")), simple("bigint"));
const product = withShort(withType(engine`long_product`, decimal(19, 4)), "*", [price, rate], false);

const textOf = (value: Typed): string | null => {
  const short = shortForm(value);
  return short === null ? null : printSql(short).sql;
};

test("a long product has a form that the engine computes in 18 digits", () => {
  expect(textOf(product)).toBe('(t."price" * t."rate")');
});

test("so has a difference of long values; of a factor with more digits the engine takes 18", () => {
  const cost = withShort(withType(engine`long_cost`, decimal(36, 2)), "*", [price, count], false);
  expect(textOf(cost)).toBe('(t."price" * CAST(t."count" AS DECIMAL(18,0)))');
  const profit = withShort(withType(engine`long_profit`, decimal(38, 4)), "-", [product, cost], false);
  expect(textOf(profit)).toBe('((t."price" * t."rate") - (t."price" * CAST(t."count" AS DECIMAL(18,0))))');
});

test.each([
  ["a short type", withShort(withType(engine`p`, decimal(18, 4)), "*", [price, rate], false)],
  ["another value that is made of it", { ...product, sql: engine`-${product.sql}` }],
  ["ten fraction digits", withShort(withType(engine`p`, decimal(30, 10)), "*", [withType(engine`a`, decimal(18, 5)), withType(engine`b`, decimal(18, 5))], false)],
  ["fewer fraction digits than its factors", withShort(withType(engine`p`, decimal(38, 3)), "*", [price, rate], false)],
])("none has %s", (_, value) => {
  expect(textOf(value)).toBe(null);
}); // prettier-ignore

test("CASE has a short form with those of its branches", () => {
  const zero = { ...withType(engine`0`, decimal(19, 4)), constant: 0 };
  const select = ([of, other]: readonly Sql[]): Sql =>
    engine`(CASE WHEN promoted THEN ${of!} ELSE ${other!} END)`;
  const value = withType(select([product.sql, zero.sql]), decimal(19, 4));
  expect(textOf(withShortBranches(value, [product, zero], select))).toBe(
    '(CASE WHEN promoted THEN (t."price" * t."rate") ELSE CAST(0 AS DECIMAL(18,4)) END)',
  );
  expect(textOf(withShortBranches(value, [zero, zero], select))).toBe(null);
});

test.each([
  [decimal(38, 2), 28, "CAST(x AS DECIMAL(28,2))"],
  [decimal(38, 19), 28, "CAST(x AS DECIMAL(28,19))"],
  [decimal(38, 20), 28, null],
])("%j in %i digits: %s", (type, digits, sql) => {
  const value = inDigits(withType(engine`x`, type), digits);
  expect(value && printSql(value).sql).toBe(sql);
});

test.each([
  [7, 0, "p BETWEEN -9999999. AND 9999999."],
  [7, 2, "p BETWEEN -99999.99 AND 99999.99"],
  [2, 4, "p BETWEEN -.0099 AND .0099"],
  // Past 38 digits the engine reads a double: a 0 before the point counts.
  [28, 38, `p BETWEEN -.${"0".repeat(10)}${"9".repeat(28)} AND .${"0".repeat(10)}${"9".repeat(28)}`],
])("at most %i digits, %i of them behind the point: %s", (digits, scale, sql) => {
  expect(printSql(hasDigits(engine`p`, digits, scale)).sql).toBe(sql);
});
