import { expect, test } from "@jest/globals";
import {
  hasDigits,
  shortProduct,
  withFactors,
  withProducts,
} from "../../../../src/dialect/analyze/operators/short-product.ts";
import { withType } from "../../../../src/dialect/analyze/typed.ts";
import { printSql } from "../../../../src/dialect/sql/print-sql.ts";
import { column, engine, name, type Sql } from "../../../../src/dialect/sql/tree.ts";
import { decimal } from "../../../../src/dialect/types/type.ts";

const price = withType(column("t", name("price")), decimal(15, 2));
const rate = withType(column("t", name("rate")), decimal(3, 2));
const product = withFactors(withType(engine`${price.sql} * ${rate.sql}`, decimal(19, 4)), price, rate);

test("a long product is short where its factors are: both by seven digits, or the first by twelve and the others by two", () => {
  const { sql, fits } = shortProduct(product)!;
  expect(printSql(sql).sql).toBe('(t."price") * (t."rate")');
  expect(printSql(fits).sql).toBe(
    `((t."price" BETWEEN -9999999.99 AND 9999999.99) OR (t."price" BETWEEN -999999999999.99 AND 999999999999.99))`,
  );
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

test("CASE is short where the factors of its products are, and its other values always are", () => {
  const zero = { ...withType(engine`0`, decimal(19, 4)), constant: 0 };
  const select = ([of, other]: readonly Sql[]): Sql =>
    engine`(CASE WHEN promoted THEN ${of!} ELSE ${other!} END)`;
  const value = withType(select([product.sql, zero.sql]), decimal(19, 4));
  const { sql, fits } = shortProduct(withProducts(value, [product, zero], select))!;
  expect(printSql(sql).sql).toBe(
    '(CASE WHEN promoted THEN (t."price") * (t."rate") ELSE CAST(0 AS DECIMAL(18,4)) END)',
  );
  expect(printSql(fits)).toEqual(printSql(shortProduct(product)!.fits));
  const long = withType(engine`total`, decimal(19, 4));
  expect(shortProduct(withProducts(value, [product, long], select))).toBe(null);
  expect(shortProduct(withProducts(value, [zero, long], select))).toBe(null);
});

test("no other value has factors, also not one made of a product", () => {
  expect(shortProduct(price)).toBe(null);
  expect(shortProduct({ ...product, sql: engine`-${product.sql}` })).toBe(null);
  expect(shortProduct(withFactors(withType(product.sql, decimal(18, 4)), price, rate))).toBe(null);
});
