import { engineFieldName, engineType } from "../types/engine-type.ts";
import type { Type } from "../types/type.ts";
import { isText } from "../types/type.ts";
import { LIBRARY } from "../storage-names.ts";
import { showInstant, showTime, showTimestamp } from "../time/show.ts";
import type { AnalyzedQuery } from "./query.ts";
import type { Translation } from "./translation.ts";

/**
 * The query with its columns as the reader of results takes them. At the top dates, timestamps and decimals stay as they are (they are read
 * from their numbers); inside arrays, maps and rows everything is a boolean, a number or text.
 */
export function wireQuery(t: Translation, query: AnalyzedQuery, pos: number): string {
  const names = query.columns.map((_, i) => `c${i + 1}`);
  const values = query.columns.map((column, i) => topLevel(t, `o.${names[i]!}`, column.type, pos));
  if (values.every((value, i) => value === `o.${names[i]!}`)) return query.sql;
  return `SELECT ${values.join(", ")} FROM (${query.sql}) AS o(${names.join(", ")})`;
}

function topLevel(t: Translation, sql: string, type: Type, pos: number): string {
  switch (type.kind) {
    case "date":
    case "timestamp":
    case "decimal":
    case "varbinary":
      return sql;
    case "real":
      return realNumber(sql);
    case "char":
      return t.hive ? `rpad(${sql}, ${type.length}, ' ')` : sql;
    case "hyperloglog":
      return t.unsupported("a HyperLogLog as a result", pos);
    default:
      return nested(t, sql, type, pos);
  }
}

function nested(t: Translation, sql: string, type: Type, pos: number): string {
  switch (type.kind) {
    case "date":
    case "decimal":
    case "uuid":
      return `CAST(${sql} AS VARCHAR)`;
    case "json":
      return `CAST(${sql} AS VARCHAR)`;
    case "time":
      return showTime(sql, type.precision);
    case "timestamp":
      return t.hive ? `${LIBRARY}.hive_timestamp_text(${sql})` : showTimestamp(sql, type.precision);
    case "timestamptz":
      return showInstant(sql, type);
    case "intervalDaySecond":
      return t.hive ? `${LIBRARY}.hive_interval_text(${sql})` : `${LIBRARY}.interval_text(${sql})`;
    case "intervalYearMonth":
      return `${LIBRARY}.months_text(${sql})`;
    case "real":
      return realNumber(sql);
    case "varbinary":
      return `base64(${sql})`;
    case "array": {
      const item = nested(t, "e", type.element, pos);
      return item === "e" ? sql : `list_transform(${sql}, lambda e: ${item})`;
    }
    case "map": {
      const key = isText(type.key) ? "e.key" : keyText(t, "e.key", type.key, pos);
      const value = nested(t, "e.value", type.value, pos);
      if (key === "e.key" && value === "e.value") return sql;
      return `map_from_entries(list_transform(map_entries(${sql}), lambda e: struct_pack(k := ${key}, v := ${value})))`;
    }
    case "row": {
      const field = (i: number): string =>
        `struct_extract(${sql}, '${engineFieldName(type.fields, i).replaceAll("'", "''")}')`;
      const values = type.fields.map((one, i) => nested(t, field(i), one.type, pos));
      if (values.every((value, i) => value === field(i))) return sql;
      const packed = values.map(
        (value, i) => `"${engineFieldName(type.fields, i).replaceAll('"', '""')}" := ${value}`,
      );
      return `(CASE WHEN ${sql} IS NULL THEN NULL ELSE struct_pack(${packed.join(", ")}) END)`;
    }
    default:
      return sql;
  }
}

/** The double with the fewest digits that name the same real: 3.6, not 3.5999999046325684. */
const realNumber = (sql: string): string => `CAST(CAST(${sql} AS VARCHAR) AS DOUBLE)`;

function keyText(t: Translation, sql: string, type: Type, pos: number): string {
  if (type.kind === "double" || type.kind === "real") return `${LIBRARY}.double_text(${sql})`;
  const shown = nested(t, sql, type, pos);
  return shown === sql ? `CAST(${sql} AS VARCHAR)` : shown;
}

/** The engine type that a result column has on its way out of {@link wireQuery}. */
export function wireEngineType(type: Type): string | null {
  switch (type.kind) {
    case "unknown":
    case "array":
    case "map":
    case "row":
      return null;
    case "real":
      return "DOUBLE";
    case "json":
    case "uuid":
    case "time":
    case "timestamptz":
    case "intervalDaySecond":
    case "intervalYearMonth":
      return "VARCHAR";
    default:
      return engineType(type);
  }
}
