import { bindOnce } from "../analyze/bind-once.ts";
import { coerceNested } from "../analyze/convert.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import { LIBRARY } from "../storage-names.ts";
import { integerOfDouble, narrowInteger } from "./integers.ts";
import { engineType } from "../types/engine-type.ts";
import type { Type } from "../types/type.ts";
import { isFloat, isInteger, isNumeric, isText, sameType } from "../types/type.ts";

/** CAST of Hive, explicit or not: what can't be converted is null. Source: LanguageManual Types, "Allowed Implicit Conversions"; UDF, "Type Conversion Functions". */
export function convertHive(t: Translation, value: Typed, to: Type, pos: number): Typed {
  const from = value.type;
  const { sql } = value;
  const tried = (text = sql): Typed => typed(`TRY_CAST(${text} AS ${engineType(to)})`, to);
  const cannot = (): never => t.mismatch(`Cannot cast ${t.typeName(from)} to ${t.typeName(to)}`, pos);
  if (from.kind === "unknown") return typed(`CAST(NULL AS ${engineType(to)})`, to);
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
      // Any text but the empty one and the words for "no" is true.
      if (isText(from)) return typed(`(lower(${sql}) NOT IN ('', 'false', 'no', 'off', '0'))`, to);
      if (isNumeric(from)) return typed(`(${sql} <> 0)`, to);
      return from.kind === "timestamp" ? typed(`(epoch_us(${sql}) <> 0)`, to) : cannot();
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
      if (from.kind === "boolean") return typed(`CAST(${sql} AS ${engineType(to)})`, to);
      if (isInteger(from)) return narrowInteger(value, to);
      if (isFloat(from))
        return typed(
          bindOnce([value], (x) => integerOfDouble(x, to)),
          to,
        );
      if (from.kind === "decimal") return tried(`trunc(${sql})`);
      if (isText(from)) return typed(`${LIBRARY}.hive_integer(${sql}, CAST(NULL AS ${engineType(to)}))`, to);
      if (from.kind === "timestamp") return tried(`epoch_us(${sql}) // 1000000`);
      return cannot();
    case "real":
    case "double":
      if (from.kind === "timestamp") return typed(`(epoch_us(${sql}) / 1e6)`, to);
      if (from.kind === "boolean") return typed(`CAST(${sql} AS ${engineType(to)})`, to);
      return isNumeric(from)
        ? typed(`CAST(${sql} AS ${engineType(to)})`, to)
        : isText(from)
          ? tried(bindOnce([value], (x) => `CASE WHEN ${LIBRARY}.hive_is_number(${x}) THEN ${x} END`))
          : cannot();
    case "decimal":
      return isNumeric(from) || isText(from) || from.kind === "boolean"
        ? tried()
        : from.kind === "timestamp"
          ? tried(`(epoch_us(${sql}) / 1e6)`)
          : cannot();
    case "date":
      if (from.kind === "timestamp") return typed(`CAST(${sql} AS DATE)`, to);
      return isText(from) ? typed(`${LIBRARY}.hive_date(${sql})`, to) : cannot();
    case "timestamp":
      if (from.kind === "date") return typed(`CAST(${sql} AS TIMESTAMP)`, to);
      if (from.kind === "timestamp") return { ...value, type: to };
      if (isText(from)) return typed(`${LIBRARY}.hive_timestamp(${sql})`, to);
      // Whole numbers are milliseconds, others seconds.
      if (isInteger(from)) return typed(`make_timestamp(CAST(${sql} AS BIGINT) * 1000)`, to);
      if (isFloat(from) || from.kind === "decimal")
        return typed(`make_timestamp(CAST(round(${sql} * 1000000) AS BIGINT))`, to);
      return cannot();
    case "varbinary":
      return isText(from) ? typed(`encode(${sql})`, to) : cannot();
    default:
      return cannot();
  }
}

function textOf(value: Typed, to: Type): Typed {
  const from = value.type;
  const { sql } = value;
  const length = to.kind === "varchar" || to.kind === "char" ? to.length : null;
  const cut = (text: string): string => (length === null ? text : `left(${text}, ${length})`);
  if (isText(from)) return { ...value, sql: cut(sql), type: to };
  return typed(cut(shown(value)), to);
}

/** A value as Hive prints it. */
function shown(value: Typed): string {
  const { sql, type } = value;
  switch (type.kind) {
    case "boolean":
      return `upper(CAST(${sql} AS VARCHAR))`;
    case "double":
      return `${LIBRARY}.double_text(${sql})`;
    case "real":
      return `${LIBRARY}.double_text(CAST(CAST(${sql} AS VARCHAR) AS DOUBLE))`;
    case "timestamp":
      return `${LIBRARY}.hive_timestamp_text(${sql})`;
    case "varbinary":
      return `decode(${sql})`;
    case "array":
    case "map":
    case "row":
      return `CAST(to_json(${sql}) AS VARCHAR)`;
    default:
      return `CAST(${sql} AS VARCHAR)`;
  }
}
