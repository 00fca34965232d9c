import { engineType } from "../../types/engine-type.ts";
import {
  BIGINT,
  decimal,
  decimalOf,
  DOUBLE,
  isFloat,
  isInteger,
  isInterval,
  isNumeric,
  isText,
  simple,
  type Type,
} from "../../types/type.ts";
import { commonType } from "../../types/coercion.ts";
import { integerRemainder, negated, wrappingOperation } from "../../hive/integers.ts";
import { bindOnce } from "../bind-once.ts";
import { coerce } from "../coerce.ts";
import { decimalQuotient, decimalRemainder, decimalResult, hiveProduct } from "./decimals.ts";
import { SHORT, withShort } from "./short-decimal.ts";
import { analyzeTimeArithmetic } from "./time-arithmetic.ts";
import { wholeDigits, withWhole } from "../whole-digits.ts";
import type { Translation } from "../translation.ts";
import { withType, type Typed } from "../typed.ts";
import { binary, caseOf, constant, engine, group, type Sql, tryOf } from "../../sql/tree.ts";

/** `+ - * / % DIV & | ^`, with the types and errors of the dialect. */
export function analyzeArithmetic(t: Translation, op: string, left: Typed, right: Typed, pos: number): Typed {
  const time = analyzeTimeArithmetic(t, op, left, right, pos);
  if (time !== null) return time;
  const [a, b] = [number(t, left), number(t, t.divisor(right))];
  if (a.type.kind === "unknown" && b.type.kind === "unknown")
    return withType(engine`NULL`, t.hive && op === "/" ? DOUBLE : simple("integer"));
  const refused = (): never =>
    t.mismatch(`cannot apply operator: ${t.typeName(left.type)} ${op} ${t.typeName(right.type)}`, pos);
  if (!usable(a.type) || !usable(b.type)) return refused();
  if (op === "DIV") return hiveQuotient(t, a, b, pos);
  const common = commonType(a.type, b.type, t.dialect)!;
  if ("&|^".includes(op)) {
    if (!isInteger(common)) return refused();
    const [x, y] = [coerce(t, a, common, 0).sql, coerce(t, b, common, 0).sql];
    return withType(op === "^" ? engine`xor(${x}, ${y})` : group(binary(op, x, y)), common);
  }
  if (t.hive && op === "/" && common.kind !== "decimal")
    return withType(
      engine`(${coerce(t, a, DOUBLE, pos).sql} / nullif(${coerce(t, b, DOUBLE, pos).sql}, 0))`,
      DOUBLE,
    );
  if (common.kind === "decimal") return decimalOperation(t, op, a, b, pos);
  const [x, y] = [coerce(t, a, common, pos), coerce(t, b, common, pos)];
  if (isFloat(common)) {
    if (t.hive && op === "%") return withType(engine`(${x.sql} % nullif(${y.sql}, 0))`, common);
    return withType(group(binary(op, x.sql, t.mark(pos, y.sql))), common);
  }
  if (op === "/" || op === "%") {
    if (t.hive) return withType(integerRemainder(x, y, common), common);
    return withType(guarded(t, x, op === "/" ? "//" : "%", y, common, pos), common);
  }
  if (t.hive) return wrappingOperation(op, x, y, common);
  return withType(group(binary(op, t.mark(pos, x.sql), y.sql)), common);
}

const usable = (type: Type): boolean => isNumeric(type) || type.kind === "unknown";

/** In arithmetic, Hive converts text to double. */
function number(t: Translation, value: Typed): Typed {
  return t.hive && isText(value.type) ? coerce(t, value, DOUBLE, 0) : value;
}

/** Integer division or remainder that fails on a zero divisor. */
function guarded(t: Translation, x: Typed, op: string, y: Typed, type: Type, pos: number): Sql {
  // The engine fails for the smallest integer.
  if (op === "%" && y.constant === -1) return engine`(${x.sql} % 1)`;
  if (typeof y.constant === "number" && y.constant !== 0) return group(binary(op, x.sql, y.sql));
  const failure = t.failing("Division by zero", pos, type, "DIVISION_BY_ZERO");
  // Hive's DIV of the smallest integer by -1 is that integer.
  const opposite = (a: Sql, b: Sql): [Sql, Sql][] =>
    t.hive ? [[engine`${b} = -1`, negated({ ...x, sql: a }).sql]] : [];
  return bindOnce([x, y], (a, b) =>
    group(
      caseOf(
        [[engine`${b} = 0 AND ${a} IS NOT NULL`, failure], ...opposite(a, b)],
        binary(op, a, op === "%" ? positive(b) : b),
      ),
    ),
  );
}

/** A divisor with the same remainders: for the smallest integer the engine fails with -1. */
const positive = (divisor: Sql): Sql => engine`(CASE WHEN ${divisor} = -1 THEN 1 ELSE ${divisor} END)`;

/** DIV: Hive's only division that fails on zero. */
function hiveQuotient(t: Translation, a: Typed, b: Typed, pos: number): Typed {
  const [x, y] = [a, b].map((side) =>
    isInteger(side.type) ? coerce(t, side, BIGINT, 0) : coerce(t, side, DOUBLE, 0),
  );
  const whole = isInteger(a.type) && isInteger(b.type);
  if (whole)
    return y!.constant === -1 ? negated(x!) : withType(guarded(t, x!, "//", y!, BIGINT, pos), BIGINT);
  return withType(engine`CAST(trunc(${x!.sql} / nullif(${y!.sql}, 0)) AS BIGINT)`, BIGINT);
}

function decimalOperation(t: Translation, op: string, a: Typed, b: Typed, pos: number): Typed {
  const [x, y] = [a, b].map((side) => asDecimal(t, side, pos)) as [Typed, Typed];
  const type = decimalResult(op, digitsOf(t, a), digitsOf(t, b), t.dialect);
  const value = withWhole(decimalValue(t, op, x, y, type, pos), wholeOf(op, x, y));
  if (op === "/" || op === "%") return value;
  const operand = (side: Typed, converted: Typed): Typed =>
    isInteger(side.type) && !isDigits(side) ? side : converted;
  // TRY would make a null of what fails, as Hive's own arithmetic does.
  const mayFail = !t.hive && !t.inTry && t.mayFailForLong();
  return withShort(value, op, [operand(a, x), operand(b, y)], mayFail);
}

/** An operand of decimal arithmetic. The engine's own literal for a whole number has just its digits. */
function asDecimal(t: Translation, side: Typed, pos: number): Typed {
  const value = coerce(t, side, { kind: "decimal", ...decimalOf(side.type) }, pos);
  return isDigits(side) ? { ...value, sql: constant(`${side.constant}.`) } : value;
}

/** Whether it is a whole number without a sign. */
const isDigits = ({ type, constant: number }: Typed): boolean =>
  isInteger(type) && typeof number === "number" && number >= 0 && number < 1e9;

/** The digits of an operand in the engine. */
const engineDigits = (side: Typed): { precision: number; scale: number } =>
  side.sql.kind === "constant" && typeof side.constant === "number" && decimalOf(side.type).scale === 0
    ? { precision: String(side.constant).length, scale: 0 }
    : decimalOf(side.type);

/** Whether the engine gives a sum or a difference this type by itself. */
function isOwnType(op: string, x: Typed, y: Typed, type: Extract<Type, { kind: "decimal" }>): boolean {
  if (op !== "+" && op !== "-") return false;
  const own = decimalResult(op, engineDigits(x), engineDigits(y), "presto");
  return own.precision <= SHORT && own.precision === type.precision && own.scale === type.scale;
}

/** The most digits before the point of a result. */
function wholeOf(op: string, x: Typed, y: Typed): number {
  const [a, b] = [wholeDigits(x), wholeDigits(y)];
  switch (op) {
    case "*":
      return a + b;
    case "/":
      return a + decimalOf(y.type).scale;
    case "%":
      return Math.min(a, b);
    default:
      return Math.max(a, b) + 1;
  }
}

function decimalValue(
  t: Translation,
  op: string,
  x: Typed,
  y: Typed,
  type: Extract<Type, { kind: "decimal" }>,
  pos: number,
): Typed {
  if (op === "/") return decimalQuotient(t, x, y, type, pos);
  if (op === "%") return decimalRemainder(t, x, y, type, pos);
  if (t.hive && op === "*" && type.precision === 38) return withType(hiveProduct(x, y, type), type);
  // Hive answers null for what 38 digits can't hold.
  if (t.hive && type.precision === 38)
    return withType(
      engine`TRY_CAST(${tryOf(binary(op, pastBigint(x, y, type), y.sql))} AS ${engineType(type)})`,
      type,
    );
  const left = t.mark(pos, pastBigint(x, y, type));
  if (isOwnType(op, x, y, type)) return withType(group(binary(op, left, y.sql)), type);
  return withType(engine`CAST(${binary(op, left, y.sql)} AS ${engineType(type)})`, type);
}

/** The engine computes results of 19 and more digits in the operands' 18-digit type, unless one of them is wider. */
function pastBigint(x: Typed, y: Typed, type: Extract<Type, { kind: "decimal" }>): Sql {
  const narrow = (side: Typed): boolean => decimalOf(side.type).precision < 19;
  if (type.precision < 19 || !narrow(x) || !narrow(y)) return x.sql;
  return engine`CAST(${x.sql} AS ${engineType(decimal(19, decimalOf(x.type).scale))})`;
}

/** Hive types a whole number by its digits, also one that became a decimal argument. */
export function digitsOf(t: Translation, { type, constant }: Typed): { precision: number; scale: number } {
  const own = decimalOf(type);
  if (!t.hive || own.scale > 0 || !(typeof constant === "bigint" || Number.isSafeInteger(constant)))
    return own;
  return { precision: String(constant).replace("-", "").length, scale: 0 };
}

export function analyzeUnary(t: Translation, op: string, value: Typed, pos: number): Typed {
  if (op === "~") {
    const arg = number(t, value);
    return isInteger(arg.type)
      ? withType(engine`(~${arg.sql})`, arg.type)
      : t.mismatch(`cannot apply ~ to ${t.typeName(value.type)}`, pos);
  }
  const arg = number(t, value);
  if (!usable(arg.type) && !isInterval(arg.type))
    return t.mismatch(`cannot negate ${t.typeName(value.type)}`, pos);
  if (op === "+") return arg;
  if (typeof arg.constant === "number" || typeof arg.constant === "bigint") {
    if (!t.hive && arg.constant === 2147483648)
      return { sql: engine`CAST('-2147483648' AS INTEGER)`, type: simple("integer"), constant: -2147483648 };
    // The smallest bigint is a minus sign before a number that overflows bigint.
    const isSmallest = arg.constant === 9223372036854775808n;
    if (t.hive && !isSmallest && isInteger(arg.type)) return negated(arg);
    const sql = isSmallest ? engine`CAST('-9223372036854775808' AS BIGINT)` : engine`(-${arg.sql})`;
    return { ...arg, sql, constant: -arg.constant };
  }
  return t.hive ? negated(arg) : { ...arg, sql: engine`(-${arg.sql})` };
}
