import { bindOnce } from "../analyze/bind-once.ts";
import { decimalToFloat } from "../analyze/operators/decimals.ts";
import { coerceNested } from "../analyze/coerce.ts";
import type { Translation } from "../analyze/translation.ts";
import { type Typed, withType } from "../analyze/typed.ts";
import { valueAsText } from "../analyze/value-as-text.ts";
import { exactWithin, integerOfDouble, narrowInteger } from "./integers.ts";
import { wholeSeconds } from "../time/time-text.ts";
import { engineType } from "../types/engine-type.ts";
import { isCollection, type Type } from "../types/type.ts";
import {
  BIGINT,
  INTEGER,
  decimal,
  DOUBLE,
  isFloat,
  isInteger,
  isNumeric,
  isText,
  sameType,
} from "../types/type.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** CAST of Hive, explicit or not: null for what can't be converted. Source: LanguageManual Types and UDF, on type conversion. */
export function convertHive(t: Translation, value: Typed, to: Type, pos: number): Typed {
  const from = value.type;
  if (from.kind === "unknown")
    return { sql: engine`CAST(NULL AS ${engineType(to)})`, type: to, constant: null };
  if (sameType(from, to) || (from.kind === "timestamp" && to.kind === "timestamp"))
    return { ...value, type: to };
  if (isCollection(from) && from.kind === to.kind) return coerceNested(t, value, to, pos, convertHive);
  if (isInteger(from) && isInteger(to)) return narrowInteger(value, to);
  const isOther = isCollection(from) || (to.kind !== "varchar" && to.kind !== "char");
  if (!isOther && isText(from)) return { ...value, sql: withLength(value.sql, to), type: to };
  const convert = isText(from) ? fromText : from.kind === "timestamp" ? fromTimestamp : fromOther;
  const sql = isOther ? convert(t, value, to) : withLength(asHiveText(t, value), to);
  return sql === null
    ? t.mismatch(`Cannot cast ${t.typeName(from)} to ${t.typeName(to)}`, pos)
    : withType(sql, to);
}

function fromText(_: Translation, value: Typed, to: Type): Sql | null {
  const { sql } = value;
  const tried = (text: Sql): Sql => engine`TRY_CAST(${text} AS ${engineType(to)})`;
  if (isInteger(to)) return engine`~hive_integer(${sql}, CAST(NULL AS ${engineType(to)}))`;
  if (isFloat(to)) return tried(bindOnce([value], (x) => engine`~hive_number(${x})`));
  switch (to.kind) {
    case "boolean":
      // Any text is true except the empty one and words for "no".
      return engine`(lower(${sql}) NOT IN ('', 'false', 'no', 'off', '0'))`;
    case "decimal":
      return tried(bindOnce([value], (x) => engine`~hive_decimal_text(~decimal_text(${x}, ${to.scale}))`));
    case "date":
      return engine`~hive_date(${sql})`;
    case "timestamp":
      return engine`~hive_timestamp(${sql})`;
    case "varbinary":
      return engine`encode(${sql})`;
    default:
      return null;
  }
}

/** A timestamp as a number is its seconds. */
function fromTimestamp(t: Translation, { sql }: Typed, to: Type): Sql | null {
  if (to.kind === "date") return engine`CAST(${sql} AS DATE)`;
  if (to.kind === "boolean") return engine`(epoch_us(${sql}) <> 0)`;
  if (isInteger(to)) return exactWithin(withType(wholeSeconds(sql), BIGINT), to);
  const seconds = engine`(epoch_us(${sql}) / 1e6)`;
  if (isFloat(to)) return seconds;
  return to.kind === "decimal" ? fromOther(t, withType(seconds, DOUBLE), to) : null;
}

/** From numbers, booleans and dates. */
function fromOther(t: Translation, value: Typed, to: Type): Sql | null {
  const { sql, type: from } = value;
  if (from.kind === "date") return to.kind === "timestamp" ? engine`CAST(${sql} AS TIMESTAMP)` : null;
  if (from.kind !== "boolean" && !isNumeric(from)) return null;
  if (to.kind === "boolean") return engine`(${sql} <> 0)`;
  if (to.kind === "timestamp")
    // Integers are milliseconds, other numbers seconds.
    return from.kind === "boolean" || isInteger(from)
      ? engine`make_timestamp(CAST(${sql} AS BIGINT) * 1000)`
      : engine`make_timestamp(TRY_CAST(round(${sql} * 1000000) AS BIGINT))`;
  if (isInteger(to) && isFloat(from)) return bindOnce([value], (x) => integerOfDouble(x, to));
  if (isInteger(to) && from.kind === "decimal")
    return exactWithin(withType(engine`trunc(${sql})`, decimal(from.precision, 0)), to);
  if (isFloat(to) && from.kind === "decimal") return decimalToFloat(t, value, to);
  if (isInteger(to) || isFloat(to)) return engine`CAST(${sql} AS ${engineType(to)})`;
  if (to.kind !== "decimal") return null;
  if (from.kind === "boolean") return exactWithin(withType(engine`CAST(${sql} AS INTEGER)`, INTEGER), to);
  if (isInteger(from) || (from.kind === "decimal" && from.scale <= to.scale)) return exactWithin(value, to);
  // A double is rounded by its decimal text: 1.005 to 1.01.
  const text = { ...value, sql: engine`CAST(${sql} AS VARCHAR)` };
  const digits = (x: Sql): Sql =>
    engine`TRY_CAST(~decimal_text(${x}, ${to.scale}) AS ${engineType(decimal(38, to.scale))})`;
  return engine`TRY_CAST(${isFloat(from) ? bindOnce([text], digits) : sql} AS ${engineType(to)})`;
}

/** The text cut to the type's length. The spaces that fill a CHAR up count nowhere. */
function withLength(text: Sql, { kind, length }: Extract<Type, { kind: "varchar" | "char" }>): Sql {
  const cut = length === null ? text : engine`left(${text}, ${length})`;
  return kind === "char" ? engine`rtrim(${cut}, ' ')` : cut;
}

/** A value as printed by Hive. */
function asHiveText(t: Translation, { sql, type }: Typed): Sql {
  switch (type.kind) {
    case "boolean":
      return engine`upper(CAST(${sql} AS VARCHAR))`;
    case "double":
      return engine`~double_text(${sql})`;
    case "real":
      return engine`~double_text(CAST(CAST(${sql} AS VARCHAR) AS DOUBLE))`;
    case "date":
      return engine`~hive_date_text(${sql})`;
    case "varbinary":
      return engine`decode(${sql})`;
    default:
      return valueAsText(t, sql, type) ?? engine`CAST(${sql} AS VARCHAR)`;
  }
}
