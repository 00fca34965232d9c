import { bindOnce } from "../analyze/bind-once.ts";
import { coerceNested } from "../analyze/coerce.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
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
  const { sql } = value;
  const made = (result: Sql): Typed => typed(result, to);
  const tried = (text = sql): Typed => made(engine`TRY_CAST(${text} AS ${engineType(to)})`);
  const cannot = (): never => t.mismatch(`Cannot cast ${t.typeName(from)} to ${t.typeName(to)}`, pos);
  if (from.kind === "unknown") return { ...made(engine`CAST(NULL AS ${engineType(to)})`), constant: null };
  if (sameType(from, to)) return { ...value, type: to };
  if (isCollection(from))
    return from.kind === to.kind ? coerceNested(t, value, to, pos, convertHive) : cannot();
  switch (to.kind) {
    case "varchar":
    case "char":
      return textOf(t, value, to);
    case "boolean":
      // Any text is true except the empty one and words for "no".
      if (isText(from)) return made(engine`(lower(${sql}) NOT IN ('', 'false', 'no', 'off', '0'))`);
      if (isNumeric(from)) return made(engine`(${sql} <> 0)`);
      return from.kind === "timestamp" ? made(engine`(epoch_us(${sql}) <> 0)`) : cannot();
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
      if (from.kind === "boolean") return made(engine`CAST(${sql} AS ${engineType(to)})`);
      if (isInteger(from)) return narrowInteger(value, to);
      if (isFloat(from)) return made(bindOnce([value], (x) => integerOfDouble(x, to)));
      if (from.kind === "decimal")
        return exactWithin(typed(engine`trunc(${sql})`, decimal(from.precision, 0)), to);
      if (isText(from)) return made(engine`~hive_integer(${sql}, CAST(NULL AS ${engineType(to)}))`);
      if (from.kind === "timestamp") return exactWithin(typed(wholeSeconds(sql), BIGINT), to);
      return cannot();
    case "real":
    case "double":
      if (from.kind === "timestamp") return made(engine`(epoch_us(${sql}) / 1e6)`);
      if (from.kind === "boolean") return made(engine`CAST(${sql} AS ${engineType(to)})`);
      return isNumeric(from)
        ? made(engine`CAST(${sql} AS ${engineType(to)})`)
        : isText(from)
          ? tried(bindOnce([value], (x) => engine`~hive_number(${x})`))
          : cannot();
    case "decimal":
      if (isText(from))
        return tried(bindOnce([value], (x) => engine`~hive_decimal_text(~decimal_text(${x}, ${to.scale}))`));
      if (isInteger(from) || (from.kind === "decimal" && from.scale <= to.scale))
        return exactWithin(value, to);
      if (from.kind === "timestamp")
        return convertHive(t, typed(engine`(epoch_us(${sql}) / 1e6)`, DOUBLE), to, pos);
      // A double is rounded by its decimal text: 1.005 to 1.01.
      if (isFloat(from))
        return tried(
          bindOnce(
            [{ ...value, sql: engine`CAST(${sql} AS VARCHAR)` }],
            (x) => engine`TRY_CAST(~decimal_text(${x}, ${to.scale}) AS DECIMAL(38,${to.scale}))`,
          ),
        );
      if (from.kind === "boolean") return exactWithin(typed(engine`CAST(${sql} AS INTEGER)`, INTEGER), to);
      return isNumeric(from) ? tried() : cannot();
    case "date":
      if (from.kind === "timestamp") return made(engine`CAST(${sql} AS DATE)`);
      return isText(from) ? made(engine`~hive_date(${sql})`) : cannot();
    case "timestamp":
      if (from.kind === "date") return made(engine`CAST(${sql} AS TIMESTAMP)`);
      if (from.kind === "timestamp") return { ...value, type: to };
      if (isText(from)) return made(engine`~hive_timestamp(${sql})`);
      if (from.kind === "boolean") return made(engine`make_timestamp(CAST(${sql} AS BIGINT) * 1000)`);
      // Integers are milliseconds, other numbers seconds.
      if (isInteger(from)) return made(engine`make_timestamp(CAST(${sql} AS BIGINT) * 1000)`);
      if (isFloat(from) || from.kind === "decimal")
        return made(engine`make_timestamp(TRY_CAST(round(${sql} * 1000000) AS BIGINT))`);
      return cannot();
    case "varbinary":
      return isText(from) ? made(engine`encode(${sql})`) : cannot();
    default:
      return cannot();
  }
}

function textOf(t: Translation, value: Typed, to: Extract<Type, { kind: "varchar" | "char" }>): Typed {
  const from = value.type;
  const { sql } = value;
  const { length } = to;
  // The spaces that fill a CHAR up count nowhere.
  const trimmed = (text: Sql): Sql => (to.kind === "char" ? engine`rtrim(${text}, ' ')` : text);
  const cut = (text: Sql): Sql => trimmed(length === null ? text : engine`left(${text}, ${length})`);
  if (isText(from)) return { ...value, sql: cut(sql), type: to };
  return typed(cut(shown(t, value)), to);
}

/** A value as printed by Hive. */
function shown(t: Translation, { sql, type }: Typed): Sql {
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
    case "timestamptz":
      return engine`CAST(${sql} AS VARCHAR)`;
    default:
      return valueAsText(t, sql, type) ?? engine`CAST(${sql} AS VARCHAR)`;
  }
}
