import { betweenSql, binary, constant, engine, group, type Sql } from "../../sql/tree.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal, decimalOf } from "../../types/type.ts";
import type { Typed } from "../typed.ts";

/** Digits of a decimal that the engine computes in 64 bits: ten times as fast as in 128. */
export const SHORT = 18;

/** Digits before the point that values rarely need more of. Types with less room for them are not computed in fewer digits. */
const USUAL = 9;

/**
 * The result of `+`, `-` or `*` on decimals, with the same in {@link SHORT} digits if its type has more.
 *
 * @param mayFail - Whether the result itself may fail for more digits.
 */
export function withShort(
  result: Typed,
  op: string,
  operands: readonly [Typed, Typed],
  mayFail: boolean,
): Typed {
  const { precision, scale } = decimalOf(result.type);
  if (precision <= SHORT || !isUsual(scale)) return result;
  const scales = operands.map(({ type }) => decimalOf(type).scale);
  // Hive's types may drop fraction digits.
  if (scale !== (op === "*" ? scales[0]! + scales[1]! : Math.max(...scales))) return result;
  const [x, y] = operands.map(shortest);
  if (x == null || y == null) return result;
  const short = group(binary(op, x, y));
  const sql = mayFail ? engine`CAST(${short} AS ${engineType(result.type)})` : result.sql;
  return { ...result, sql, short: { of: sql, sql: short } };
}

/**
 * One of several values, in {@link SHORT} digits if one of them has such a form.
 *
 * @param write - The value from those that it may be.
 */
export function withShortBranches(
  value: Typed,
  branches: readonly Typed[],
  write: (of: readonly Sql[]) => Sql,
): Typed {
  if (!branches.some((one) => shortForm(one) !== null)) return value;
  const shorts = branches.map(shortest);
  return shorts.includes(null)
    ? value
    : { ...value, short: { of: value.sql, sql: write(shorts as readonly Sql[]) } };
}

/** A long result of decimal arithmetic in {@link SHORT} digits, where the engine fails for more; null for other values. */
export const shortForm = ({ sql, short }: Typed): Sql | null => (short?.of === sql ? short.sql : null);

/** A number in {@link SHORT} digits; null where its type has too little room for digits before the point. */
function shortest(value: Typed): Sql | null {
  return shortForm(value) ?? (decimalOf(value.type).precision <= SHORT ? value.sql : inDigits(value, SHORT));
}

/** A number in a type of fewer digits, where the engine fails for more; null where that has too little room for digits before the point. */
export function inDigits(value: Typed, digits: number): Sql | null {
  const { scale } = decimalOf(value.type);
  return isUsual(scale, digits) ? engine`CAST(${value.sql} AS ${engineType(decimal(digits, scale))})` : null;
}

const isUsual = (scale: number, digits = SHORT): boolean => digits - scale >= USUAL;

/** Whether a decimal has at most so many digits. @param not - Whether it has more */
export function hasDigits(x: Sql, digits: number, scale: number, not = false): Sql {
  // The engine plans its own literals faster than casts of texts.
  const most = unscaled("9".repeat(digits), scale);
  return betweenSql(not, x, constant(`-${most}`), constant(most));
}

/** The engine's literal of a decimal with these digits. */
export function unscaled(digits: string, scale: number): string {
  const all = digits.padStart(scale, "0");
  return `${all.slice(0, all.length - scale)}.${all.slice(all.length - scale)}`;
}
