import type { Dialect } from "../../dialect.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal, decimalOf, isInteger, type Type } from "../../types/type.ts";
import type { Translation } from "../translation.ts";
import { allDigits, wholeDigits } from "../whole-digits.ts";
import { withType, type Typed } from "../typed.ts";
import { bindOnce, isWorthBinding, writeBound } from "../bind-once.ts";
import { SHORT, unscaled } from "./short-decimal.ts";
import {
  binary,
  caseOf,
  chain,
  constant,
  engine,
  group,
  holds,
  literal,
  type Sql,
  tryOf,
} from "../../sql/tree.ts";

interface Digits {
  readonly precision: number;
  readonly scale: number;
}

type Decimal = Extract<Type, { kind: "decimal" }>;

/** Result type of decimal arithmetic (Trino: "Decimal functions and operators"; Hive: the rules of its decimal type). */
export function decimalResult(op: string, a: Digits, b: Digits, dialect: Dialect): Decimal {
  const whole = (digits: Digits): number => digits.precision - digits.scale;
  const make = dialect === "hive" ? fitHive : decimal;
  switch (op) {
    case "*":
      return make(a.precision + b.precision + (dialect === "hive" ? 1 : 0), a.scale + b.scale);
    case "/": {
      if (dialect === "hive") {
        const scale = Math.max(6, a.scale + b.precision + 1);
        return make(whole(a) + b.scale + scale, scale);
      }
      return make(a.precision + b.scale + Math.max(b.scale - a.scale, 0), Math.max(a.scale, b.scale));
    }
    case "%": {
      const scale = Math.max(a.scale, b.scale);
      return make(Math.min(whole(a), whole(b)) + scale, scale);
    }
    default: {
      const scale = Math.max(a.scale, b.scale);
      return make(Math.max(whole(a), whole(b)) + scale + 1, scale);
    }
  }
}

/** Beyond 38 digits Hive drops fraction digits, down to a scale of six. */
function fitHive(precision: number, scale: number): Decimal {
  return decimal(precision, Math.min(scale, Math.max(38 - (precision - scale), 6)));
}

/** The decimal with these unscaled digits. @param most - How many there are; the engine computes with up to {@link SHORT} in 64 bits. */
export function fromDigits(digits: Sql, type: Decimal, most = 38): Sql {
  if (type.scale === 0) return engine`CAST(${digits} AS ${engineType(type)})`;
  const unit = constant(`.${"0".repeat(type.scale - 1)}1`);
  return engine`CAST(CAST(${digits} AS ${engineType(decimal(most, 0))}) * ${unit} AS ${engineType(type)})`;
}

/**
 * The remainder. Where no decimal type of the engine holds both operands it would use doubles, so the unscaled integers are divided
 * instead.
 */
export function decimalRemainder(t: Translation, x: Typed, y: Typed, type: Decimal, pos: number): Typed {
  const [a, b] = [decimalOf(x.type), decimalOf(y.type)];
  const isWide = Math.max(a.precision - a.scale, b.precision - b.scale) + type.scale > 38;
  const remainder = (dividend: Sql, divisor: Sql): Sql => {
    if (!isWide) return engine`CAST(${dividend} % ${divisor} AS ${engineType(type)})`;
    const [m, n] = [digitsAsText(dividend), digitsAsText(divisor)];
    const remainder = engine`svc_decimal_remainder(${m}, ${n}, ${BigInt(a.scale - b.scale)}::BIGINT)`;
    return fromDigits(engine`CAST(${remainder} AS HUGEINT)`, type);
  };
  if (t.hive) return withType(remainder(x.sql, engine`nullif(${y.sql}, 0)`), type);
  const failure = t.failing("Division by zero", pos, type, "DIVISION_BY_ZERO");
  const sql = bindOnce(
    [x, y],
    (dividend, divisor) =>
      engine`(CASE WHEN ${divisor} = 0 AND ${dividend} IS NOT NULL THEN ${failure} ELSE ${remainder(dividend, divisor)} END)`,
  );
  return withType(sql, type);
}

/** Unscaled digits, for the script functions. */
export const digitsAsText = (sql: Sql): Sql => engine`CAST(~decimal_digits(${sql}) AS VARCHAR)`;

/** The largest whole number up to which doubles hold all. */
const EXACT = 2n ** 53n;

/**
 * A decimal as a real or double. Trino divides the digits of one of up to 18, each rounded; others, and all in Hive, are the nearest number.
 * The engine's own cast is off past {@link EXACT} and a scale of 22.
 */
export function decimalToFloat(t: Translation, value: Typed, to: Type): Sql {
  const { precision, scale } = decimalOf(value.type);
  const isReal = to.kind === "real";
  const own = (x: Sql): Sql =>
    isReal ? engine`CAST(CAST(${x} AS DOUBLE) AS FLOAT)` : engine`CAST(${x} AS DOUBLE)`;
  if (precision <= (isReal ? 7 : 15)) return own(value.sql);
  const type = engineType(to);
  const read = (x: Sql): Sql =>
    t.hive || precision > 18
      ? engine`CAST(CAST(${x} AS VARCHAR) AS ${type})`
      : engine`(CAST(~decimal_digits(${x}) AS ${type}) / CAST(${10n ** BigInt(scale)} AS ${type}))`;
  if (isReal || scale > 22) return read(value.sql);
  const digits = String(EXACT).padStart(scale + 1, "0");
  const most = literal(`${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`);
  return bindOnce([value], (x) => {
    const end = engine`CAST(${most} AS ${engineType(value.type)})`;
    return engine`(CASE WHEN ${x} BETWEEN -${end} AND ${end} THEN ${own(x)} ELSE ${read(x)} END)`;
  });
}

/**
 * The product in Hive's type, which may have fewer fraction digits than the factors; null for what 38 digits can't hold. The engine's own,
 * or one of digits where it needs more than 38. The engine's TRY allows no subqueries.
 */
export function hiveProduct(x: Typed, y: Typed, type: Decimal): Sql {
  const scale = decimalOf(x.type).scale + decimalOf(y.type).scale;
  const isPlain = scale <= 38 && ![x, y].some((side) => holds(side.sql, "query"));
  return bindOnce([x, y], (a, b) => {
    const digits = engine`svc_decimal_product(${digitsAsText(a)}, ${digitsAsText(b)}, ${scale - type.scale}::BIGINT)`;
    const long = fromDigits(engine`CAST(${digits} AS HUGEINT)`, type);
    if (!isPlain) return long;
    return engine`coalesce(TRY_CAST(${tryOf(engine`${a} * ${b}`)} AS ${engineType(type)}), ${long})`;
  });
}

/** Divides the unscaled integers and rounds half up; the engine would divide as doubles. */
export function decimalQuotient(t: Translation, x: Typed, y: Typed, type: Decimal, pos: number): Typed {
  const shift = Math.max(0, type.scale - decimalOf(x.type).scale + decimalOf(y.type).scale);
  // By a number, a short dividend is written once.
  const isOnce = isDivisor(y) && isExact(x, shift) && isExact(y, 0);
  const write = ([a, b]: readonly Typed[]): Typed => quotientOf(t, a!, b!, shift, type, pos);
  return isOnce ? write([x, y]) : writeBound([x, y], write, isWorthBinding);
}

function quotientOf(t: Translation, x: Typed, y: Typed, shift: number, type: Decimal, pos: number): Typed {
  const long = (): Sql => longQuotient(asText(x.sql), asText(y.sql), shift, type);
  if (t.hive) return withType(shortQuotient(x, y, shift, type, long), type);
  const overflow = t.failing("Decimal overflow", pos, type, "NUMERIC_VALUE_OUT_OF_RANGE");
  const otherwise = (): Sql =>
    allDigits(x) + shift <= 38
      ? long()
      : engine`coalesce(${long()}, CASE WHEN ${x.sql} IS NOT NULL AND ${y.sql} IS NOT NULL THEN ${overflow} END)`;
  if (isDivisor(y) || y.isNonZero === true)
    return withType(shortQuotient(x, y, shift, type, otherwise), type);
  const failure = t.failing("Division by zero", pos, type, "DIVISION_BY_ZERO");
  const byZero: When = [engine`${y.sql} = 0 AND ${x.sql} IS NOT NULL`, failure];
  return withType(shortQuotient(x, y, shift, type, otherwise, byZero), type);
}

const asText = (sql: Sql): Sql => engine`CAST(${sql} AS VARCHAR)`;

/** Whether it is a number other than 0. */
const isDivisor = (value: Typed): boolean => typeof value.constant === "number" && value.constant !== 0;

/** The quotient of numbers of any length by the texts of their digits; null for more than 38 digits, and for a division by zero. */
export const longQuotient = (x: Sql, y: Sql, shift: number, type: Decimal): Sql =>
  engine`CAST(svc_decimal_quotient(${x}, ${y}, ${shift}, ${type.scale}) AS ${engineType(type)})`;

/** Digits of whole numbers whose quotient in doubles rounds as it should: below 2^52 its error is smaller than its distance from a half. */
const EXACT_DIGITS = 15;

/** Whether doubles hold its digits and `shift` more. */
export const isExact = (value: Typed, shift: number): boolean => allDigits(value) + shift <= EXACT_DIGITS;

/** Digits before the point of an operand that make doubles worth it: they need half of the SQL, but 64-bit numbers may hold more. */
const MOSTLY = 7;

/** A test and a value of CASE. */
type When = readonly [test: Sql, value: Sql];

/**
 * A quotient by doubles or 64-bit numbers where both operands are so short, which most are: the engine takes twenty times as long for those
 * of 128 bits. Null for a null, and for a division by zero without a test before it.
 *
 * @param shift - The power of ten by which the dividend's digits are multiplied.
 * @param type - Of the result, which is rounded half up.
 * @param otherwise - The result for longer operands.
 * @param byZero - A test for a divisor of 0, and the result then.
 */
export function shortQuotient(
  x: Typed,
  y: Typed,
  shift: number,
  type: Decimal,
  otherwise: () => Sql,
  byZero: When | null = null,
): Sql {
  const [a, b] = [decimalOf(x.type).scale, decimalOf(y.type).scale];
  const inDoubles = [EXACT_DIGITS - shift, EXACT_DIGITS];
  const inIntegers = [SHORT - Math.max(a, shift), SHORT - b];
  const isMostly = inDoubles[0]! - a >= Math.min(wholeDigits(x), MOSTLY) && inDoubles[1]! - b >= Math.min(wholeDigits(y), MOSTLY); // prettier-ignore
  const rooms = isMostly ? inDoubles : inIntegers;
  const whens = byZero === null ? [] : [byZero];
  const select = (all: readonly When[], short: Sql): Sql =>
    all.length === 0 ? short : group(caseOf(all, short));
  if (rooms.some((room) => room < 1)) return select(whens, otherwise());
  const longs = [x, y].flatMap((of, i) => (allDigits(of) <= rooms[i]! ? [] : [hasMoreDigits(of, rooms[i]!)]));
  if (longs.length > 0) whens.push([chain("OR", longs), otherwise()]);
  const short = isMostly
    ? doubleQuotient(x, y, shift, type, byZero !== null)
    : integerQuotient(x, y, shift, type);
  return select(whens, short);
}

/** Whether a number has more digits. BETWEEN would write it twice, and the engine plans each. */
function hasMoreDigits({ sql, type }: Typed, digits: number): Sql {
  const most = unscaled("9".repeat(digits), decimalOf(type).scale);
  return engine`abs(${sql}) > ${constant(most)}`;
}

/** The quotient of unscaled numbers of up to {@link EXACT_DIGITS}, each written once. */
function doubleQuotient(x: Typed, y: Typed, shift: number, type: Decimal, isTested: boolean): Sql {
  const digitsOf = ({ sql, type: of }: Typed, more: number): Sql => {
    const scale = decimalOf(of).scale + more;
    return scale === 0
      ? engine`CAST(${sql} AS DOUBLE)`
      : engine`round(CAST(${sql} AS DOUBLE) * ${10 ** scale})`;
  };
  const divisor = isDivisor(y) || isTested ? digitsOf(y, 0) : engine`nullif(${digitsOf(y, 0)}, 0)`;
  const digits = engine`round(${digitsOf(x, shift)} / ${divisor})`;
  return engine`CAST(${digits} / ${10 ** type.scale} AS ${engineType(type)})`;
}

/** The quotient of unscaled numbers of up to {@link SHORT} digits. */
function integerQuotient(x: Typed, y: Typed, shift: number, type: Decimal): Sql {
  const digitsOf = ({ sql, type: of }: Typed): Sql => {
    const { scale } = decimalOf(of);
    return scale === 0
      ? engine`CAST(${sql} AS BIGINT)`
      : engine`CAST(CAST(${sql} AS ${engineType(decimal(SHORT, scale))}) * ${constant(`1${"0".repeat(scale)}.`)} AS BIGINT)`;
  };
  const dividend = shift === 0 ? digitsOf(x) : engine`${digitsOf(x)} * ${10n ** BigInt(shift)}::BIGINT`;
  // The engine's own gives null for a division by 0.
  return fromDigits(engine`~round_quotient(${dividend}, ${digitsOf(y)})`, type, SHORT);
}

/**
 * A comparison in which one number may have more integer digits than the common type; its sign then decides. Null if the common type holds
 * both.
 */
export function compareBeyond(op: string, a: Typed, b: Typed): Sql | null {
  if (![a, b].every(({ type }) => type.kind === "decimal" || isInteger(type))) return null;
  const [x, y] = [decimalOf(a.type), decimalOf(b.type)];
  if (38 - Math.max(x.scale, y.scale) >= Math.max(x.precision - x.scale, y.precision - y.scale)) return null;
  const wider = y.scale > x.scale ? 0 : 1;
  const type = engineType(wider === 0 ? b.type : a.type);
  return bindOnce([a, b], (left, right) => {
    const [wide, narrow] = wider === 0 ? [left, right] : [right, left];
    const cast = engine`TRY_CAST(${wide} AS ${type})`;
    const sides = wider === 0 ? binary(op, cast, narrow) : binary(op, narrow, cast);
    const [far, zero] = [engine`sign(${wide})`, engine`0`];
    const byNull = op.startsWith("IS ") ? binary(op, left, right) : engine`NULL`;
    return engine`(CASE WHEN ${left} IS NULL OR ${right} IS NULL THEN ${byNull} WHEN ${cast} IS NULL THEN ${wider === 0 ? binary(op, far, zero) : binary(op, zero, far)} ELSE ${sides} END)`;
  });
}
