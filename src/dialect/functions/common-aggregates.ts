import { engineType } from "../types/engine-type.ts";
import { bindOnce, isWorthBinding } from "../analyze/bind-once.ts";
import { isExact, longQuotient, shortQuotient } from "../analyze/operators/decimals.ts";
import { hasDigits, inDigits, SHORT, shortForm, unscaled } from "../analyze/operators/short-decimal.ts";
import { withType, type Typed } from "../analyze/typed.ts";
import { allDigits, wholeDigits, withWhole } from "../analyze/whole-digits.ts";
import { BIGINT, decimal, decimalOf, type Type } from "../types/type.ts";
import type { CallContext } from "./function-table.ts";
import { caseOf, constant, engine, group, lambda, type Sql } from "../sql/tree.ts";

/** Whether any of `values` is NaN. The engine's statistics fail on non-finite numbers; in the dialects they return NaN. */
export const hasNaN = (values: string): string => `isnan(@sum(${values}))`;

export const finite = (value: string): string => `CASE WHEN isfinite(${value}) THEN ${value} END`;

/** Digits that a sum has more than its values: no group has 10^10 rows. */
const OF_ROWS = 10;
/** Digits of values whose sum has no more than a decimal. */
const SUMMED = 38 - OF_ROWS;

/**
 * The sum of a call's decimals in a type of 38 digits.
 *
 * @param pastDigits - The result, of a type, for a sum of more digits.
 */
export function decimalSum(c: CallContext, pastDigits: (type: Type) => Sql): Typed {
  const [value] = c.args as [Typed];
  const type = decimal(38, decimalOf(value.type).scale);
  const ofDigits = (digits: Sql): Sql =>
    engine`coalesce(${longQuotient(digits, engine`'1'`, 0, type)}, ${pastDigits(type)})`;
  const sql = ofDecimalSum(c, (sum) => sum.sql, ofDigits);
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
  const rows = { ...withType(count, BIGINT), whole: OF_ROWS };
  const sql = ofDecimalSum(
    c,
    (sum) =>
      bindOnce(
        [sum],
        (one) =>
          shortQuotient({ ...sum, sql: one }, rows, more, type, () =>
            ofLong(engine`CAST(${one} AS VARCHAR)`),
          ),
        (one) => isWorthBinding(one) && !isExact(one, more),
      ),
    (digits) => ofLong(read(digits)),
  );
  return withWhole(withType(sql, type), wholeDigits(value));
}

/**
 * What is made of the sum of a call's decimals, which may need more than 38 digits: shorter ones than of 29 digits need 10^10 rows for it.
 * The engine's own sum fails past them, and wraps around where threads put their sums together. So where a statement can begin again, the values
 * are taken in so few digits that the engine fails for a longer one; else, and then, longer values are summed apart, by the digits before and in
 * the last {@link SHORT}.
 *
 * @param ofSum - The result from the sum, a decimal of 38 digits, if all values are shorter.
 * @param ofDigits - The result from the digits of a sum, as a text, of which there may be more.
 */
function ofDecimalSum(c: CallContext, ofSum: (sum: Typed) => Sql, ofDigits: (digits: Sql) => Sql): Sql {
  const [value] = c.args as [Typed];
  const type = decimal(38, decimalOf(value.type).scale);
  const total = (sum: Sql): Sql => ofSum(withWhole(withType(sum, type), wholeDigits(value) + OF_ROWS));
  const sumOf = (values: Sql): Sql => engine`CAST(${c.aggregate("sum", [values])} AS ${engineType(type)})`;
  const isLong = allDigits(value) > SUMMED;
  if (c.t.mayFailForLong(c.call.over === null)) {
    const short = shortForm(value) ?? (isLong ? inDigits(value, SUMMED) : null);
    if (short !== null) return total(sumOf(short));
  }
  if (!isLong) return total(sumOf(value.sql));
  const { low, high } = byDigits(c, value, sumOf);
  const unit = constant(unscaled(String(UNIT), type.scale));
  const all = engine`svc_decimal_total(CAST(${high} AS VARCHAR), CAST(${digitsOf(low)} AS VARCHAR))`;
  const isPast = engine`${high} NOT BETWEEN -${UNIT} AND ${UNIT}`;
  return group(
    caseOf(
      [[isPast, ofDigits(all)]],
      total(engine`(coalesce(CAST(${high} AS DECIMAL(38,0)) * ${unit}, 0) + ${low})`),
    ),
  );
}

/** What the upper part of a sum counts. */
const UNIT = 10n ** BigInt(SHORT);

/** A sum's lower part, a decimal, and how many {@link UNIT} are beside it; null if there are none. */
interface SumParts {
  readonly low: Sql;
  readonly high: Sql;
}

function byDigits(c: CallContext, value: Typed, sumOf: (values: Sql) => Sql): SumParts {
  const { scale } = decimalOf(value.type);
  const ofShort = (x: Sql, other?: Sql): Sql => caseOf([[hasDigits(x, SUMMED, scale), x]], other);
  const ofLong = (write: (x: Sql) => Sql): Sql =>
    bindOnce([value], (x) => caseOf([[hasDigits(x, SUMMED, scale, true), write(x)]]));
  if (!c.call.distinct)
    return {
      low: sumOf(bindOnce([value], (x) => ofShort(x, lastDigits(x, scale)))),
      high: c.aggregate("sum", [ofLong(firstDigits)]),
    };
  // Different values may have the same last digits.
  const longs = c.aggregate("list", [ofLong((x) => x)]);
  const ofLongs = (write: (x: Sql) => Sql): Sql =>
    engine`list_sum(list_transform(${longs}, ${lambda(write)}))`;
  const [short, last] = [sumOf(bindOnce([value], (x) => ofShort(x))), ofLongs((x) => lastDigits(x, scale))];
  return { low: engine`coalesce(${short} + coalesce(${last}, 0), ${last})`, high: ofLongs(firstDigits) };
}

const digitsOf = (x: Sql): Sql => engine`~decimal_digits(${x})`;
const firstDigits = (x: Sql): Sql => engine`(${digitsOf(x)} // ${UNIT}::HUGEINT)`;
const lastDigits = (x: Sql, scale: number): Sql => engine`${x} % ${constant(unscaled(String(UNIT), scale))}`;
