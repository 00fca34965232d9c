import { engineType } from "../../types/engine-type.ts";
import type { ExprOf } from "../../parse/ast.ts";
import {
  BIGINT,
  DOUBLE,
  INTEGER,
  decimal,
  isFloat,
  isInteger,
  simple,
  type Type,
  VARCHAR,
} from "../../types/type.ts";
import { convertExplicitly } from "../coerce.ts";
import { sortMembers } from "../../json/json-node.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { resolveTypeName } from "../type-names.ts";
import { withType, type Typed } from "../typed.ts";
import { timestampLiteral } from "../../time/timestamp-literal.ts";
import { engine, literal, constant as number } from "../../sql/tree.ts";

const INT_MAX = 2147483647n;
const LONG_MAX = 9223372036854775807n;

/** Integers are the smaller of integer and bigint, `1.5` a decimal (also in Hive), `1e0` a double; Hive has type suffixes. */
export function analyzeNumber(t: Translation, source: string, pos: number): Typed {
  if (/^\d{1,9}$/.test(source))
    return { sql: number(String(Number(source))), type: INTEGER, constant: Number(source) };
  const suffix = /(BD|[LSYDF])$/i.exec(source)?.[1]?.toUpperCase() ?? "";
  const text = source.slice(0, source.length - suffix.length).replaceAll("_", "");
  if (/e/i.test(text) || suffix === "D" || suffix === "F")
    return {
      sql: engine`CAST(${literal(text)} AS DOUBLE)`,
      type: suffix === "F" ? simple("real") : DOUBLE,
      constant: Number(text),
    };
  if (text.includes(".") && t.decimalsAreDoubles) return analyzeNumber(t, `${text}e0`, pos);
  if (text.includes(".") || suffix === "BD") return decimalLiteral(t, text, pos);
  const value = BigInt(text);
  if (value > LONG_MAX + 1n) {
    if (!t.hive) t.syntaxError(`invalid numeric literal: ${text}`, pos);
    return value < 10n ** 38n ? decimalLiteral(t, text, pos) : analyzeNumber(t, `${text}D`, pos);
  }
  const kind =
    suffix === "Y"
      ? simple("tinyint")
      : suffix === "S"
        ? simple("smallint")
        : suffix === "L" || value > INT_MAX
          ? BIGINT
          : INTEGER;
  const constant = value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  return {
    sql:
      kind === INTEGER || (kind === BIGINT && value > INT_MAX)
        ? number(String(value))
        : engine`CAST(${value} AS ${engineType(kind)})`,
    type: kind,
    constant,
  };
}

/** A decimal literal with the precision of its digits; Hive ignores trailing zeros of the fraction. */
export function decimalLiteral(t: Translation, source: string, pos: number): Typed {
  const text = t.hive ? source.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : source;
  const [whole = "", fraction = ""] = text.replace(/^[+-]/, "").split(".");
  const digits = whole.replace(/^0+/, "");
  // Hive rounds what 38 digits can't hold of the fraction.
  const scale = t.hive ? Math.min(fraction.length, Math.max(0, 38 - digits.length)) : fraction.length;
  const precision = Math.max(1, digits.length + scale);
  if (precision > 38) t.fail("INVALID_LITERAL", `'${text}' is not a valid DECIMAL literal`, pos);
  const type = decimal(precision, scale);
  // The engine gives its own literals the same type, and plans them faster.
  const isOwn = scale === fraction.length && !text.startsWith("-");
  const own = digits === "" && fraction === "" ? "0." : `${digits}.${fraction}`;
  return {
    sql: isOwn ? number(own) : engine`CAST(${literal(text)} AS ${engineType(type)})`,
    type,
    constant: Number(text),
  };
}

/** `DATE '…'`, `TIMESTAMP '…'`, `DECIMAL '…'`, `BIGINT '…'`, `JSON '…'`. */
export function analyzeTypedLiteral(t: Translation, expr: ExprOf<"typedLiteral">): Typed {
  const text: Typed = { sql: literal(expr.value), type: VARCHAR, constant: expr.value };
  const invalid = (): never =>
    t.fail(
      "INVALID_LITERAL",
      `'${expr.value}' is not a valid ${expr.type.name.toUpperCase()} literal`,
      expr.pos,
    );
  switch (expr.type.name) {
    case "timestamp":
    case "time":
    case "date":
      return timestampLiteral(t, expr.type.name, expr.value, expr.pos);
    case "decimal":
      if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(expr.value)) invalid();
      return decimalLiteral(t, expr.value.trim(), expr.pos);
    case "json":
      try {
        JSON.parse(expr.value);
      } catch {
        invalid();
      }
      return withType(engine`CAST(${literal(sortMembers(expr.value))} AS JSON)`, simple("json"));
    case "varchar":
    case "char":
      return {
        sql: literal(expr.value),
        type: { kind: expr.type.name, length: [...expr.value].length },
        constant: expr.value,
      };
    default: {
      const to = resolveTypeName(t, expr.type);
      if (!t.hive && !isLiteral(to, expr.value)) invalid();
      const value = convertExplicitly(t, text, to, expr.pos, false);
      return isInteger(to) && /^\s*[+-]?\d{1,15}\s*$/.test(expr.value)
        ? { ...value, constant: Number(expr.value) }
        : value;
    }
  }
}

const BITS: Readonly<Record<string, bigint>> = { tinyint: 7n, smallint: 15n, integer: 31n, bigint: 63n };

/** Whether the text has the form of a value of the type. */
function isLiteral(type: Type, text: string): boolean {
  const bits = BITS[type.kind];
  if (bits !== undefined) {
    if (!/^\s*[+-]?\d+\s*$/.test(text)) return false;
    const value = BigInt(text.trim().replace("+", ""));
    return value >= -(1n << bits) && value < 1n << bits;
  }
  if (type.kind === "boolean") return /^(?:true|false|[tf01])$/i.test(text);
  if (isFloat(type))
    return /^\s*[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?)\s*$/.test(text);
  return type.kind !== "uuid" || /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

const SECONDS: Record<string, number> = { SECOND: 1, MINUTE: 60, HOUR: 3600, DAY: 86400 };

const MONTHS: Record<string, number> = { MONTH: 1, YEAR: 12 };

const MAX_MONTHS = Number(INT_MAX);

/** The longest interval: 64 bits of microseconds. */
const MAX_SECONDS = 106_751_990 * 86_400;

/** `INTERVAL '2' DAY`, `INTERVAL '1-2' YEAR TO MONTH`, `INTERVAL '1 02:03:04' DAY TO SECOND`; in Hive `INTERVAL (expr) DAY` too. */
export function analyzeInterval(t: Translation, expr: ExprOf<"interval">, scope: Scope): Typed {
  const value = t.expression(expr.value, scope);
  const yearMonth = expr.from in MONTHS;
  const type = simple(yearMonth ? "intervalYearMonth" : "intervalDaySecond");
  if (typeof value.constant !== "string" && typeof value.constant !== "number") {
    if (!isInteger(value.type)) t.syntaxError("the interval must be a literal", expr.pos);
    const one = yearMonth
      ? engine`CAST(${MONTHS[expr.from]!} * (${value.sql}) AS INTEGER)`
      : engine`(CAST(${SECONDS[expr.from]! * 1e6} AS BIGINT) * (${value.sql}))`;
    return withType(one, type);
  }
  const sign = expr.negative ? -1 : 1;
  const text = String(value.constant).trim();
  const amount = yearMonth ? months(text, expr.from, expr.to) : seconds(text, expr.from, expr.to);
  if (amount === null || (yearMonth && amount > MAX_MONTHS))
    t.fail(
      "INVALID_LITERAL",
      `invalid interval: '${text}' ${expr.from}${expr.to === null ? "" : ` TO ${expr.to}`}`,
      expr.pos,
    );
  const total = sign * amount;
  if (yearMonth) return { sql: engine`CAST(${total} AS INTEGER)`, type, constant: total };
  if (Math.abs(total) > MAX_SECONDS) t.unsupported("an interval of more than 106,751,990 days", expr.pos);
  const whole = Math.trunc(total);
  const micros = BigInt(whole) * 1_000_000n + BigInt(Math.round((total - whole) * 1e6));
  return { sql: engine`CAST(${micros} AS BIGINT)`, type, constant: Math.round(total * 1000) };
}

function months(text: string, from: string, to: string | null): number | null {
  const both = /^([+-]?)(\d+)(?:-(\d+))?$/.exec(text);
  if (to !== null)
    return from === "YEAR" && to === "MONTH" && both
      ? (both[1] === "-" ? -1 : 1) * (Number(both[2]) * 12 + Number(both[3] ?? 0))
      : null;
  return /^[+-]?\d+$/.test(text) ? Number(text) * MONTHS[from]! : null;
}

function seconds(text: string, from: string, to: string | null): number | null {
  if (to === null)
    return /^[+-]?\d+(\.\d+)?$/.test(text) && (from === "SECOND" || !text.includes("."))
      ? Number(text) * SECONDS[from]!
      : null;
  const order = ["DAY", "HOUR", "MINUTE", "SECOND"];
  const names = order.slice(order.indexOf(from), order.indexOf(to) + 1);
  // Trailing parts may be omitted. A space follows the days, colons separate the other parts.
  const form = names.reduceRight(
    (rest, name, i) =>
      `${i === 0 ? "" : names[i - 1] === "DAY" ? "\\s+" : ":"}(\\d+${name === "SECOND" ? "(?:\\.\\d+)?" : ""})(?:${rest})?`,
    "",
  );
  const match = new RegExp(`^([+-]?)${form}$`).exec(text);
  if (names.length < 2 || match === null) return null;
  const total = names.reduce((sum, name, i) => sum + Number(match[i + 2] ?? 0) * SECONDS[name]!, 0);
  return match[1] === "-" ? -total : total;
}
