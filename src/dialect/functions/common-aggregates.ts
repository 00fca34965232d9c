import { bindOnce } from "../analyze/bind-once.ts";
import { decimalOf } from "../types/type.ts";
import type { CallContext } from "./function-table.ts";
import { engine, literal, type Sql, binary, lambda } from "../sql/tree.ts";

/** Whether any of `values` is NaN. The engine's statistics fail on non-finite numbers; in the dialects they return NaN. */
export const hasNaN = (values: string): string => `isnan(@sum(${values}))`;

export const finite = (value: string): string => `CASE WHEN isfinite(${value}) THEN ${value} END`;

/**
 * What is made of the sum of a call's decimals, which may need more than 38 digits: shorter ones than of 29 digits need 10^10 rows for it.
 * The engine's own sum fails past them, and wraps around where threads put their sums together. Values of more than 28 digits are summed
 * in two halves, `high` times 10^19 and `low`.
 * @param ofSum - The result from the sum, a decimal of 38 digits, if all values are shorter.
 * @param ofHalves - The result from the two halves.
 */
export function ofDecimalSum(
  c: CallContext,
  ofSum: (sum: Sql) => Sql,
  ofHalves: (high: Sql, low: Sql) => Sql,
): Sql {
  const { precision, scale } = decimalOf(c.args[0]!.type);
  const value = c.args[0]!.sql;
  const sumOf = (values: Sql): Sql => engine`CAST(${c.aggregate("sum", [values])} AS DECIMAL(38,${scale}))`;
  if (precision <= 28) return ofSum(sumOf(value));
  const nines = "9".repeat(28).padStart(scale + 1, "0");
  const bound = `${nines.slice(0, nines.length - scale)}.${nines.slice(nines.length - scale)}`;
  const limit = (text: string): Sql => engine`CAST(${literal(text)} AS DECIMAL(38,${scale}))`;
  const isShort = (x: Sql): Sql => engine`${x} BETWEEN ${limit(`-${bound}`)} AND ${limit(bound)}`;
  const ofEach = (write: (x: Sql) => Sql): Sql => bindOnce([c.args[0]!], write);
  const short = sumOf(ofEach((x) => engine`CASE WHEN ${isShort(x)} THEN ${x} END`));
  const digits = ofEach((x) => engine`CASE WHEN NOT ${isShort(x)} THEN ~decimal_digits(${x}) END`);
  const by = engine`10000000000000000000::HUGEINT`;
  const half = (operator: string): Sql =>
    c.call.distinct
      ? engine`list_sum(list_transform(${c.aggregate("list", [digits])}, ${lambda((d) => binary(operator, d, by))}))`
      : c.aggregate("sum", [binary(operator, engine`(${digits})`, by)]);
  const high = half("//");
  const low = engine`(${half("%")} + coalesce(~decimal_digits(${short}), 0))`;
  return engine`(CASE WHEN ${high} IS NULL THEN ${ofSum(short)} ELSE ${ofHalves(high, low)} END)`;
}
