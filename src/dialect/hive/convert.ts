import { bindOnce } from "../analyze/bind-once.ts";
import { coerceNested } from "../analyze/convert.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import { exactWithin, integerOfDouble, narrowInteger } from "./integers.ts";
import { wholeSeconds } from "../time/time-text.ts";
import { decimalText } from "../types/decimal-text.ts";
import { engineType } from "../types/engine-type.ts";
import type { Type } from "../types/type.ts";
import { BIGINT, decimal, DOUBLE, isFloat, isInteger, isNumeric, isText, sameType } from "../types/type.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** CAST of Hive, explicit or not: null for what can't be converted. Source: LanguageManual Types and UDF, on type conversion. */
export function convertHive(t: Translation, value: Typed, to: Type, pos: number): Typed {
  const from = value.type;
  const { sql } = value;
  const tried = (text = sql): Typed => typed(engine`TRY_CAST(${text} AS ${engineType(to)})`, to);
  const cannot = (): never => t.mismatch(`Cannot cast ${t.typeName(from)} to ${t.typeName(to)}`, pos);
  if (from.kind === "unknown")
    return { ...typed(engine`CAST(NULL AS ${engineType(to)})`, to), constant: null };
  if (sameType(from, to)) return { ...value, type: to };
  if (["array", "map", "row"].includes(from.kind))
    return from.kind === to.kind
      ? coerceNested(t, value, to, pos, convertHive)
      : isText(to)
        ? textOf(value, to)
        : cannot();
  switch (to.kind) {
    case "varchar":
    case "char":
      return textOf(value, to);
    case "boolean":
      // Any text is true except the empty one and words for "no".
      if (isText(from)) return typed(engine`(lower(${sql}) NOT IN ('', 'false', 'no', 'off', '0'))`, to);
      if (isNumeric(from)) return typed(engine`(${sql} <> 0)`, to);
      return from.kind === "timestamp" ? typed(engine`(epoch_us(${sql}) <> 0)`, to) : cannot();
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
      if (from.kind === "boolean") return typed(engine`CAST(${sql} AS ${engineType(to)})`, to);
      if (isInteger(from)) return narrowInteger(value, to);
      if (isFloat(from))
        return typed(
          bindOnce([value], (x) => integerOfDouble(x, to)),
          to,
        );
      if (from.kind === "decimal")
        return exactWithin(typed(engine`trunc(${sql})`, decimal(from.precision, 0)), to);
      if (isText(from)) return typed(engine`~hive_integer(${sql}, CAST(NULL AS ${engineType(to)}))`, to);
      if (from.kind === "timestamp") return exactWithin(typed(wholeSeconds(sql), BIGINT), to);
      return cannot();
    case "real":
    case "double":
      if (from.kind === "timestamp") return typed(engine`(epoch_us(${sql}) / 1e6)`, to);
      if (from.kind === "boolean") return typed(engine`CAST(${sql} AS ${engineType(to)})`, to);
      return isNumeric(from)
        ? typed(engine`CAST(${sql} AS ${engineType(to)})`, to)
        : isText(from)
          ? tried(bindOnce([value], (x) => engine`CASE WHEN ~hive_is_number(${x}) THEN ${x} END`))
          : cannot();
    case "decimal":
      if (isText(from)) return tried(bindOnce([value], (x) => engine`~hive_decimal_text(${x})`));
      if (isInteger(from) || (from.kind === "decimal" && from.scale <= to.scale))
        return exactWithin(value, to);
      if (from.kind === "timestamp")
        return convertHive(t, typed(engine`(epoch_us(${sql}) / 1e6)`, DOUBLE), to, pos);
      // A double is rounded by its decimal text: 1.005 to 1.01.
      if (isFloat(from)) return tried(engine`TRY_CAST(CAST(${sql} AS VARCHAR) AS DECIMAL(38,${to.scale}))`);
      return isNumeric(from) || from.kind === "boolean" ? tried() : cannot();
    case "date":
      if (from.kind === "timestamp") return typed(engine`CAST(${sql} AS DATE)`, to);
      return isText(from) ? typed(engine`~hive_date(${sql})`, to) : cannot();
    case "timestamp":
      if (from.kind === "date") return typed(engine`CAST(${sql} AS TIMESTAMP)`, to);
      if (from.kind === "timestamp") return { ...value, type: to };
      if (isText(from)) return typed(engine`~hive_timestamp(${sql})`, to);
      if (from.kind === "boolean") return typed(engine`make_timestamp(CAST(${sql} AS BIGINT) * 1000)`, to);
      // Integers are milliseconds, other numbers seconds.
      if (isInteger(from)) return typed(engine`make_timestamp(CAST(${sql} AS BIGINT) * 1000)`, to);
      if (isFloat(from) || from.kind === "decimal")
        return typed(engine`make_timestamp(TRY_CAST(round(${sql} * 1000000) AS BIGINT))`, to);
      return cannot();
    case "varbinary":
      return isText(from) ? typed(engine`encode(${sql})`, to) : cannot();
    default:
      return cannot();
  }
}

function textOf(value: Typed, to: Type): Typed {
  const from = value.type;
  const { sql } = value;
  const length = to.kind === "varchar" || to.kind === "char" ? to.length : null;
  // The spaces that fill a CHAR up count nowhere.
  const trimmed = (text: Sql): Sql => (to.kind === "char" ? engine`rtrim(${text}, ' ')` : text);
  const cut = (text: Sql): Sql => trimmed(length === null ? text : engine`left(${text}, ${length})`);
  if (isText(from)) return { ...value, sql: cut(sql), type: to };
  return typed(cut(shown(value)), to);
}

/** A value as printed by Hive. */
function shown(value: Typed): Sql {
  const { sql, type } = value;
  switch (type.kind) {
    case "boolean":
      return engine`upper(CAST(${sql} AS VARCHAR))`;
    case "double":
      return engine`~double_text(${sql})`;
    case "real":
      return engine`~double_text(CAST(CAST(${sql} AS VARCHAR) AS DOUBLE))`;
    case "date":
      return engine`~hive_date_text(${sql})`;
    case "timestamp":
      return engine`~hive_timestamp_text(${sql})`;
    case "decimal":
      return decimalText(sql, type);
    case "varbinary":
      return engine`decode(${sql})`;
    case "intervalDaySecond":
      return engine`~hive_interval_text(${sql})`;
    case "intervalYearMonth":
      return engine`~months_text(${sql})`;
    case "array":
    case "map":
    case "row":
      return engine`CAST(to_json(${sql}) AS VARCHAR)`;
    default:
      return engine`CAST(${sql} AS VARCHAR)`;
  }
}
