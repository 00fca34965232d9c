import { engineTypeName } from "../types/engine-type.ts";
import { isText, type Type } from "../types/type.ts";
import { convertColumns, type AnalyzedQuery } from "./queries/analyzed-query.ts";
import { fieldAt, rowOf } from "./expressions/row-value.ts";
import type { Translation } from "./translation.ts";
import { withType } from "./typed.ts";
import { valueAsText } from "./value-as-text.ts";
import { commas, eachElement, eachEntry, engine, overEntry, type Sql, variable } from "../sql/tree.ts";

/**
 * Converts a query's columns for the result reader. Top-level dates, timestamps and decimals are unchanged (their numbers are read); inside
 * arrays, maps and rows everything becomes a boolean, number, text or bytes.
 */
export function wireQuery(t: Translation, query: AnalyzedQuery, pos: number): Sql {
  return convertColumns(query, ({ sql, type }) => withType(topLevel(t, sql, type, pos), type)).sql;
}

function topLevel(t: Translation, sql: Sql, type: Type, pos: number): Sql {
  switch (type.kind) {
    case "date":
    case "timestamp":
    case "decimal":
    case "varbinary":
      return sql;
    case "real":
      return realNumber(sql);
    case "char":
      return t.hive ? engine`rpad(${sql}, ${type.length}, ' ')` : sql;
    default:
      return nested(t, sql, type, pos);
  }
}

function nested(t: Translation, sql: Sql, type: Type, pos: number): Sql {
  switch (type.kind) {
    case "hyperloglog":
      return t.unsupported("a HyperLogLog as a result", pos);
    case "real":
      return realNumber(sql);
    case "array":
      return eachElement(sql, (item) => nested(t, item, type.element, pos));
    case "map":
      return eachEntry(sql, (key, value) => [
        isText(type.key) ? key : keyText(t, key, type.key, pos),
        nested(t, value, type.value, pos),
      ]);
    case "row": {
      const fields = type.fields.map((_, i) => fieldAt(withType(sql, type), i).sql);
      const values = type.fields.map((one, i) => nested(t, fields[i]!, one.type, pos));
      if (values.every((value, i) => value === fields[i])) return sql;
      return engine`(CASE WHEN ${sql} IS NULL THEN NULL ELSE ${rowOf(type.fields, values).sql} END)`;
    }
    default:
      return valueAsText(t, sql, type) ?? sql;
  }
}

/** The double with the shortest digits that identify the real: 3.6, not 3.5999999046325684. */
const realNumber = (sql: Sql): Sql => engine`~real_number(${sql})`;

function keyText(t: Translation, sql: Sql, type: Type, pos: number): Sql {
  if (type.kind === "varbinary") return engine`base64(${sql})`;
  if (type.kind === "double" || type.kind === "real") return engine`~double_text(${sql})`;
  // Collections as keys are printed as Presto does: their parts separated by commas.
  const part = (value: Sql, of: Type): Sql =>
    engine`coalesce(${isText(of) ? value : of.kind === "varbinary" ? engine`~bytes_text(${value})` : keyText(t, value, of, pos)}, 'null')`;
  const list = (parts: Sql): Sql =>
    engine`(CASE WHEN ${sql} IS NOT NULL THEN '[' || coalesce(array_to_string(${parts}, ', '), '') || ']' END)`;
  if (type.kind === "array") return list(eachElement(sql, (item) => part(item, type.element)));
  if (type.kind === "map") {
    const [key, value] = [variable(), variable()];
    const entry = overEntry(
      key,
      value,
      engine`(${part(key, type.key)} || '=' || ${part(value, type.value)})`,
    );
    return engine`(CASE WHEN ${sql} IS NOT NULL THEN '{' || coalesce(array_to_string(list_transform(map_entries(${sql}), ${entry}), ', '), '') || '}' END)`;
  }
  if (type.kind === "row")
    return list(
      engine`[${commas(type.fields.map((one, i) => part(fieldAt(withType(sql, type), i).sql, one.type)))}]`,
    );
  const wireValue = nested(t, sql, type, pos);
  return wireValue === sql ? engine`CAST(${sql} AS VARCHAR)` : wireValue;
}

/** The engine type of a result column after {@link wireQuery}. */
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
    case "ipaddress":
    case "time":
    case "timetz":
    case "timestamptz":
    case "intervalDaySecond":
    case "intervalYearMonth":
      return "VARCHAR";
    default:
      return engineTypeName(type);
  }
}
