import { bindOnce } from "../analyze/bind-once.ts";
import { convertExplicitly } from "../analyze/coerce.ts";
import type { Translation } from "../analyze/translation.ts";
import { type Typed, withType } from "../analyze/typed.ts";
import { type SpecialForm, argumentsOf } from "../functions/special-form.ts";
import { decimalAsText } from "../analyze/value-as-text.ts";
import { isFloat, isInteger, isText, VARCHAR } from "../types/type.ts";
import { showDate, showTime, showTimestamp } from "../time/time-text.ts";
import { localTime } from "../time/local-time.ts";
import { commas, engine, literal, type Sql } from "../sql/tree.ts";

/** Java prints fractions of a second in groups of three digits. */
const javaPrecision = (precision: number): number => Math.ceil(precision / 3) * 3;

/** A value as text with a type tag: the formatter treats `%d` of a number and of a text differently. */
function tagged(t: Translation, value: Typed, pos: number): Sql {
  const { type } = value;
  if (type.kind === "unknown") return engine`'n:'`;
  const text = (tag: string, sql: Sql): Sql => engine`coalesce(${literal(`${tag}:`)} || ${sql}, 'n:')`;
  if (isInteger(type)) return text("i", engine`CAST(${value.sql} AS VARCHAR)`);
  if (isFloat(type)) return text("f", engine`~double_text(${value.sql})`);
  if (type.kind === "decimal") return text("m", decimalAsText(value.sql, type));
  if (type.kind === "boolean") return text("b", engine`CAST(${value.sql} AS VARCHAR)`);
  if (isText(type)) return text("s", value.sql);
  if (type.kind === "json") return text("s", engine`CAST(${value.sql} AS VARCHAR)`);
  if (type.kind === "date") return text("t", showDate(value.sql));
  if (type.kind === "time") return text("t", showTime(value.sql, javaPrecision(type.precision)));
  if (type.kind === "timestamp" && !t.hive)
    return text("t", showTimestamp(value.sql, javaPrecision(type.precision)));
  if (type.kind === "timestamptz") {
    if (type.zone !== "UTC") t.unsupported("format of a timestamp in a zone other than UTC", pos);
    return text("t", engine`${showTimestamp(localTime(value), javaPrecision(type.precision))} || 'Z[UTC]'`);
  }
  return text("s", convertExplicitly(t, value, VARCHAR, pos, false).sql);
}

/** format(pattern, args…), with the patterns of Java's Formatter. Source: functions/conversion, "Formatting". */
export const formatText: SpecialForm = (t, call, scope) => {
  const [pattern, ...values] = argumentsOf(t, call, scope, 1, Infinity);
  if (!isText(pattern!.type)) return t.mismatch(`${call.name} takes a pattern first`, call.pos);
  const sql = bindOnce(values, (...names) => {
    const tags = values.map((value, i) => tagged(t, { ...value, sql: names[i]!, volatile: false }, call.pos));
    return engine`svc_format(${pattern!.sql}, ${tags.length === 0 ? engine`CAST([] AS VARCHAR[])` : engine`[${commas(tags)}]`})`;
  });
  return withType(sql, VARCHAR, pattern!, values);
};
