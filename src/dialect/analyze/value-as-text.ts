import { showDate, showInstant, showTime, showTimestamp } from "../time/time-text.ts";
import type { Type } from "../types/type.ts";
import { engine, type Sql } from "../sql/tree.ts";
import type { Translation } from "./translation.ts";

/** SQL of a value's text, as in results and in casts; null for types whose text differs between the two. */
export function valueAsText(t: Translation, sql: Sql, type: Type): Sql | null {
  switch (type.kind) {
    case "decimal":
      return decimalAsText(sql, type);
    case "date":
      return showDate(sql);
    case "uuid":
    case "json":
      return engine`CAST(${sql} AS VARCHAR)`;
    case "ipaddress":
      return engine`svc_ip_text(${sql})`;
    case "time":
      return showTime(sql, type.precision);
    case "timestamp":
      return t.hive ? engine`~hive_timestamp_text(${sql})` : showTimestamp(sql, type.precision);
    case "timestamptz":
    case "timetz":
      return showInstant(sql, type);
    case "intervalDaySecond":
      return t.hive ? engine`~hive_interval_text(${sql})` : engine`~interval_text(${sql})`;
    case "intervalYearMonth":
      return engine`~months_text(${sql})`;
    default:
      return null;
  }
}

/** SQL of a decimal as text; the engine omits the zero before the point if the type has no integer digits. */
export function decimalAsText(sql: Sql, { precision, scale }: Extract<Type, { kind: "decimal" }>): Sql {
  const text = engine`CAST(${sql} AS VARCHAR)`;
  return precision > scale ? text : engine`regexp_replace(${text}, '^(-?)[.]', '\\10.')`;
}
