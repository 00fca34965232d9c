import { expect, test } from "@jest/globals";
import { shortProduct, withFactors } from "../../../../src/dialect/analyze/operators/short-product.ts";
import { withType } from "../../../../src/dialect/analyze/typed.ts";
import { printSql } from "../../../../src/dialect/sql/print-sql.ts";
import { column, engine, name } from "../../../../src/dialect/sql/tree.ts";
import { decimal } from "../../../../src/dialect/types/type.ts";

const price = withType(column("t", name("price")), decimal(15, 2));
const rate = withType(column("t", name("rate")), decimal(3, 2));
const product = withFactors(withType(engine`${price.sql} * ${rate.sql}`, decimal(19, 4)), price, rate);

test("a long product is short where its factors are: both by seven digits, or the first by twelve and the others by two", () => {
  const { sql, fits } = shortProduct(product)!;
  expect(printSql(sql).sql).toBe('(t."price") * (t."rate")');
  expect(printSql(fits).sql).toBe(
    `((t."price" BETWEEN CAST('-9999999.99' AS DECIMAL(9,2)) AND CAST('9999999.99' AS DECIMAL(9,2))) OR (t."price" BETWEEN CAST('-999999999999.99' AS DECIMAL(14,2)) AND CAST('999999999999.99' AS DECIMAL(14,2))))`,
  );
});

test("no other value has factors, also not one made of a product", () => {
  expect(shortProduct(price)).toBe(null);
  expect(shortProduct({ ...product, sql: engine`-${product.sql}` })).toBe(null);
  expect(shortProduct(withFactors(withType(product.sql, decimal(18, 4)), price, rate))).toBe(null);
});
