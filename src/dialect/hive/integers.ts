import { bindOnce } from "../analyze/bind-once.ts";
import type { Typed } from "../analyze/typed.ts";
import { engineType } from "../types/engine-type.ts";
import { decimalOf, type Type } from "../types/type.ts";
import { constant, engine, holds, literal, type Sql, tryOf, binary, group, typeSql } from "../sql/tree.ts";

const BITS: Partial<Record<Type["kind"], number>> = { tinyint: 8, smallint: 16, integer: 32, bigint: 64 };

/**
 * `+ - *` on integers of one type; overflow wraps around, as in Java. For bigint only products that can overflow are checked; a sum
 * that overflows fails.
 */
export function wrappingOperation(op: string, x: Typed, y: Typed, type: Type): Typed {
  const bits = BITS[type.kind]!;
  const [a, b] = [x.constant, y.constant];
  if (isWhole(a) && isWhole(b)) {
    const [m, n] = [BigInt(a), BigInt(b)];
    return wholeConstant(BigInt.asIntN(bits, op === "+" ? m + n : op === "-" ? m - n : m * n), type);
  }
  const plain = (a: Sql, b: Sql): Sql => group(binary(op, a, b));
  if (bits === 64 && op !== "*") return { sql: plain(x.sql, y.sql), type };
  const wide = typeSql(bits === 64 ? "HUGEINT" : "BIGINT");
  const wrapped = (a: Sql, b: Sql): Sql =>
    wrapSql(binary(op, engine`CAST(${a} AS ${wide})`, engine`CAST(${b} AS ${wide})`), bits, type);
  // The engine's TRY allows no aggregates or subqueries; those have few rows anyway.
  if ([x, y].some((side) => side.aggregate || side.volatile || holds(side.sql, "query")))
    return { sql: wrapped(x.sql, y.sql), type };
  return { sql: bindOnce([x, y], (a, b) => engine`coalesce(${tryOf(plain(a, b))}, ${wrapped(a, b)})`), type };
}

const wholeConstant = (value: bigint, type: Type): Typed => ({
  sql: integerSql(value, type),
  type,
  constant: BigInt.asIntN(54, value) === value ? Number(value) : value,
});

/** The remainder; null for a divisor of 0. The engine fails where the smallest integer is divided by -1. */
export function integerRemainder(x: Typed, y: Typed, type: Type): Sql {
  const one = integerSql(1n, type);
  if (isWhole(y.constant) && y.constant !== 0)
    return engine`(${x.sql} % ${Number(y.constant) === -1 ? one : y.sql})`;
  return engine`(${x.sql} % ${bindOnce([y], (b) => engine`(CASE WHEN ${b} = -1 THEN ${one} ELSE nullif(${b}, 0) END)`)})`;
}

/** The positive remainder: `(x % y + y) % y`, where the sum wraps around; bytes and shorts are added as ints. */
export function positiveRemainder(x: Typed, y: Typed, type: Type): Sql {
  if (type.kind === "unknown") return engine`NULL`;
  const bits = BITS[type.kind]!;
  const most = 2n ** BigInt(bits - 2);
  const { constant } = y;
  if (isWhole(constant) && constant > 0 && constant <= most)
    return engine`(((${x.sql} % ${y.sql}) + ${y.sql}) % ${y.sql})`;
  const added = Math.max(32, bits);
  const wide = engine`HUGEINT`;
  return bindOnce([x, y], (a, b) => {
    const [m, n] = [engine`CAST(${a} AS ${wide})`, engine`CAST(nullif(${b}, 0) AS ${wide})`];
    return engine`CAST(~hive_wrap((${m} % ${n}) + ${n}, ${2n ** BigInt(added)}, ${2n ** BigInt(added - 1)}) % ${n} AS ${engineType(type)})`;
  });
}

/** Minus the value; the smallest integer stays as it is. */
export function negated(value: Typed): Typed {
  const { sql, type, constant } = value;
  const bits = BITS[type.kind];
  if (bits === undefined) {
    const { constant: _, ...rest } = value;
    return {
      ...rest,
      sql: engine`(-${sql})`,
      ...(typeof constant === "number" ? { constant: -constant } : {}),
    };
  }
  const smallest = -(2n ** BigInt(bits - 1));
  if (isWhole(constant))
    return BigInt(constant) === smallest
      ? { ...value, sql: integerSql(smallest, type) }
      : { ...value, sql: engine`(-${sql})`, constant: -constant };
  const least = integerSql(smallest, type);
  return {
    ...value,
    sql: bindOnce([value], (x) => engine`(CASE WHEN ${x} = ${least} THEN ${x} ELSE -${x} END)`),
  };
}

const isWhole = (value: Typed["constant"]): value is number | bigint =>
  typeof value === "bigint" || Number.isInteger(value);

function integerSql(value: bigint, type: Type): Sql {
  return engine`CAST(${literal(String(value))} AS ${engineType(type)})`;
}

function wrapSql(sql: Sql, bits: number, type: Type): Sql {
  return engine`CAST(~hive_wrap(${sql}, ${2n ** BigInt(bits)}, ${2n ** BigInt(bits - 1)}) AS ${engineType(type)})`;
}

/** Converts an integer to a narrower type, keeping the low bits. */
export function narrowInteger(value: Typed, to: Type): Typed {
  const { constant } = value;
  if (isWhole(constant)) return wholeConstant(BigInt.asIntN(BITS[to.kind]!, BigInt(constant)), to);
  if (BITS[to.kind]! >= BITS[value.type.kind]!)
    return { sql: engine`CAST(${value.sql} AS ${engineType(to)})`, type: to };
  const wide = engine`CAST(${value.sql} AS HUGEINT)`;
  return {
    sql: engine`coalesce(TRY_CAST(${value.sql} AS ${engineType(to)}), ${wrapSql(wide, BITS[to.kind]!, to)})`,
    type: to,
  };
}

/**
 * Converts an integer or decimal to a type that has its fraction, null if it does not fit. The engine drops a TRY_CAST that it
 * compares with a constant.
 */
export function exactWithin(value: Typed, to: Type): Sql {
  const { precision, scale } = decimalOf(value.type);
  const cast = (x: Sql): Sql => engine`CAST(${x} AS ${engineType(to)})`;
  const isDecimal = to.kind === "decimal";
  const digits = isDecimal ? to.precision - to.scale : 0;
  if (precision - scale <= digits) return cast(value.sql);
  const whole = isDecimal ? "9".repeat(digits) || "0" : String(2n ** BigInt(BITS[to.kind]! - 1) - 1n);
  // As many digits as the value has, so that the comparison itself can't overflow.
  const limit = constant(scale === 0 ? whole : `${whole}.${"9".repeat(scale)}`);
  const least = isDecimal ? engine`-${limit}` : engine`-${limit} - 1`;
  return bindOnce([value], (x) => engine`(CASE WHEN ${x} BETWEEN ${least} AND ${limit} THEN ${cast(x)} END)`);
}

/** Converts a double to an integer as Java does: truncated, clamped to the range, 0 for NaN. */
export function integerOfDouble(sql: Sql, to: Type): Sql {
  const whole = typeSql(to.kind === "bigint" ? "BIGINT" : "INTEGER");
  const bits = to.kind === "bigint" ? 64 : 32;
  const most = 2n ** BigInt(bits - 1) - 1n;
  const cut = engine`coalesce(TRY_CAST(trunc(${sql}) AS ${whole}), CASE WHEN isnan(${sql}) THEN 0 WHEN ${sql} > 0 THEN ${most} WHEN ${sql} < 0 THEN ${-most} - 1 END)`;
  return to.kind === "tinyint" || to.kind === "smallint"
    ? wrapSql(engine`CAST(${cut} AS BIGINT)`, BITS[to.kind]!, to)
    : engine`CAST(${cut} AS ${whole})`;
}
