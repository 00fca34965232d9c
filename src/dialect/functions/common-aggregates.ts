import { engineType } from "../types/engine-type.ts";
import { bindOnce, isWorthBinding } from "../analyze/bind-once.ts";
import { digitsAsText, longQuotient, shortQuotient } from "../analyze/operators/decimals.ts";
import { hasDigits, SHORT, shortProduct, type ShortProduct } from "../analyze/operators/short-product.ts";
import { withType, type Typed } from "../analyze/typed.ts";
import { allDigits, wholeDigits, withWhole } from "../analyze/whole-digits.ts";
import { BIGINT, decimal, decimalOf } from "../types/type.ts";
import type { CallContext } from "./function-table.ts";
import { binary, caseOf, constant, engine, lambda, type Sql } from "../sql/tree.ts";

/** Whether any of `values` is NaN. The engine's statistics fail on non-finite numbers; in the dialects they return NaN. */
export const hasNaN = (values: string): string => `isnan(@sum(${values}))`;

export const finite = (value: string): string => `CASE WHEN isfinite(${value}) THEN ${value} END`;

const [NULL, TRUE] = ["NULL", "TRUE"].map(constant) as [Sql, Sql];

/** Digits that a sum has more than its values: no group has 10^10 rows. */
const OF_ROWS = 10;
/** Digits of values whose sum has no more than a decimal. */
const SUMMED = 38 - OF_ROWS;

/**
 * The sum of a call's decimals in a type of 38 digits.
 *
 * @param pastDigits - The result for a sum of more digits.
 */
export function decimalSum(c: CallContext, pastDigits: Sql): Typed {
  const [value] = c.args as [Typed];
  const type = decimal(38, decimalOf(value.type).scale);
  const sql = ofDecimalSum(
    c,
    (sum) => sum.sql,
    (digits) => engine`coalesce(${longQuotient(digits, engine`'1'`, 0, type)}, ${pastDigits})`,
  );
  return withWhole(withType(sql, type), wholeDigits(value) + OF_ROWS);
}

/**
 * The average of a call's decimals, rounded half up.
 *
 * @param more - Fraction digits that it has more than they.
 * @param read - The digits of a sum that may have more than 38, null if there is no average then.
 */
export function decimalAverage(c: CallContext, more: number, read: (digits: Sql) => Sql): Typed {
  const [value] = c.args as [Typed];
  const { precision, scale } = decimalOf(value.type);
  const type = decimal(precision + more, scale + more);
  const count = c.aggregate("count", [value.sql]);
  const ofLong = (digits: Sql): Sql => longQuotient(digits, engine`CAST(${count} AS VARCHAR)`, more, type);
  // A count has no more digits than 64 bits hold.
  const rows = { ...withType(count, BIGINT), whole: SHORT };
  const sql = ofDecimalSum(
    c,
    (sum) =>
      bindOnce(
        [sum],
        (one) => shortQuotient({ ...sum, sql: one }, rows, more, type, () => ofLong(digitsAsText(one))),
        (one) => isWorthBinding(one) && allDigits(one) > SHORT - Math.max(scale, more),
      ),
    (digits) => ofLong(read(digits)),
  );
  return withWhole(withType(sql, type), wholeDigits(value));
}

/**
 * What is made of the sum of a call's decimals, which may need more than 38 digits: shorter ones than of 29 digits need 10^10 rows for it.
 * The engine's own sum fails past them, and wraps around where threads put their sums together. Values of more than 28 digits are summed
 * in two halves, `high` times 10^19 and `low`.
 * @param ofSum - The result from the sum, a decimal of 38 digits, if all values are shorter.
 * @param ofDigits - The result from the digits of a sum, as a text, of which there may be more.
 */
function ofDecimalSum(c: CallContext, ofSum: (sum: Typed) => Sql, ofDigits: (digits: Sql) => Sql): Sql {
  const [value] = c.args as [Typed];
  const { scale } = decimalOf(value.type);
  const sumOf = (values: Sql): Sql =>
    engine`CAST(${c.aggregate("sum", [values])} AS ${engineType(decimal(38, scale))})`;
  const total = (sum: Sql): Sql =>
    ofSum(withWhole(withType(sum, decimal(38, scale)), wholeDigits(value) + OF_ROWS));
  // Equal values of DISTINCT may have different factors.
  const product = c.call.distinct ? null : shortProduct(value);
  const isLong = allDigits(value) > SUMMED;
  if (product === null && !isLong) return total(sumOf(value.sql));
  const { short, long } = product === null ? byDigits(value) : byProduct(value, product, isLong);
  const [first, ...others] = short.map(sumOf) as [Sql, ...Sql[]];
  const sum = others.reduce((all, one) => engine`(${all} + coalesce(${one}, 0))`, first);
  if (long === null) return total(sum);
  const by = engine`10000000000000000000::HUGEINT`;
  const half = (operator: string): Sql =>
    c.call.distinct
      ? engine`list_sum(list_transform(${c.aggregate("list", [long])}, ${lambda((d) => binary(operator, d, by))}))`
      : c.aggregate("sum", [binary(operator, engine`(${long})`, by)]);
  const high = half("//");
  const low = engine`(${half("%")} + coalesce(${digitsOf(sum)}, 0))`;
  const all = engine`svc_decimal_total(CAST(${high} AS VARCHAR), CAST(${low} AS VARCHAR))`;
  return engine`(CASE WHEN ${high} IS NULL THEN ${total(sum)} ELSE ${ofDigits(all)} END)`;
}

/** The values of a sum in parts that are summed apart: of each value, all parts but one are null or 0. */
interface SumParts {
  /** Values of up to {@link SUMMED} digits; of several parts, the first is null only where the value is. */
  readonly short: readonly Sql[];
  /** The digits of longer ones; null if there are none. */
  readonly long: Sql | null;
}

/** Products that 64 bits hold, which the engine computes fastest, and others. */
function byProduct({ sql, type }: Typed, product: ShortProduct, isLong: boolean): SumParts {
  const ofOthers = (test: Sql, x: Sql): Sql =>
    caseOf([
      [product.fits, NULL],
      [test, x],
    ]);
  const inShort = caseOf([
    [product.fits, product.sql],
    [product.isThere, engine`CAST(0 AS DECIMAL(1,0))`],
  ]);
  if (!isLong) return { short: [inShort, ofOthers(TRUE, sql)], long: null };
  const { scale } = decimalOf(type);
  return {
    short: [inShort, ofOthers(hasDigits(sql, SUMMED, scale), sql)],
    long: ofOthers(hasDigits(sql, SUMMED, scale, true), digitsOf(sql)),
  };
}

function byDigits(value: Typed): SumParts {
  const { scale } = decimalOf(value.type);
  return {
    short: [bindOnce([value], (x) => caseOf([[hasDigits(x, SUMMED, scale), x]]))],
    long: bindOnce([value], (x) => caseOf([[hasDigits(x, SUMMED, scale, true), digitsOf(x)]])),
  };
}

const digitsOf = (x: Sql): Sql => engine`~decimal_digits(${x})`;
