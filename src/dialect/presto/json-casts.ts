import { bindOnce } from "../analyze/bind-once.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import { quoteName } from "../quote.ts";
import { memberPath } from "../json/json-path.ts";
import { LIBRARY } from "../storage-names.ts";
import { showInstant, showTimestamp } from "../time/show.ts";
import { engineFieldName, engineType } from "../types/engine-type.ts";
import type { Type } from "../types/type.ts";
import { isFloat, isInteger, isText, JSON_TYPE } from "../types/type.ts";

/** CAST(x AS JSON). Source: functions/json, "Cast to JSON". */
export function toJson(t: Translation, value: Typed, pos: number): Typed {
  return typed(jsonOf(t, value.sql, value.type, pos), JSON_TYPE);
}

function jsonOf(t: Translation, sql: string, type: Type, pos: number): string {
  switch (type.kind) {
    case "json":
      return sql;
    case "boolean":
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
    case "varchar":
    case "char":
      return `to_json(${sql})`;
    case "real":
    case "double":
      return `CAST(${LIBRARY}.double_text(${sql}) AS JSON)`;
    case "decimal":
      return `CAST(CAST(${sql} AS VARCHAR) AS JSON)`;
    case "date":
      return `to_json(CAST(${sql} AS VARCHAR))`;
    case "timestamp":
      return `to_json(${showTimestamp(sql, type.precision)})`;
    case "timestamptz":
      return `to_json(${showInstant(sql, type)})`;
    case "array":
      return `CAST('[' || array_to_string(list_transform(${sql}, lambda e: ${nested(t, "e", type.element, pos)}), ',') || ']' AS JSON)`;
    case "map": {
      const key = isText(type.key) ? "e.key" : `CAST(${jsonOf(t, "e.key", type.key, pos)} AS VARCHAR)`;
      const entry = `CAST(to_json(${key}) AS VARCHAR) || ':' || ${nested(t, "e.value", type.value, pos)}`;
      return `CAST('{' || array_to_string(list_transform(list_sort(map_entries(${sql})), lambda e: ${entry}), ',') || '}' AS JSON)`;
    }
    case "row":
      return bindOnce([typed(sql, type)], (row) => {
        const fields = type.fields.map((field, i) => {
          const name = `'${JSON.stringify(field.name ?? "").replaceAll("'", "''")}:'`;
          return `${name} || ${nested(t, `struct_extract(${row}, '${engineFieldName(type.fields, i).replaceAll("'", "''")}')`, field.type, pos)}`;
        });
        return `(CASE WHEN ${row} IS NULL THEN NULL ELSE CAST('{' || ${fields.join(" || ',' || ")} || '}' AS JSON) END)`;
      });
    default:
      return t.mismatch(`Cannot cast ${t.typeName(type)} to json`, pos);
  }
}

/** A part of an array or object: SQL null is JSON null there. */
function nested(t: Translation, sql: string, type: Type, pos: number): string {
  return type.kind === "unknown"
    ? "'null'"
    : `coalesce(CAST(${jsonOf(t, sql, type, pos)} AS VARCHAR), 'null')`;
}

/** CAST(json AS x). JSON null gives null. Source: functions/json, "Cast from JSON". */
export function fromJson(t: Translation, value: Typed, to: Type, pos: number): Typed {
  return typed(
    bindOnce([value], (x) => readJson(t, x, to, pos)),
    to,
  );
}

/** A value inside of another: JSON null stays one where the type is JSON. */
function readNested(t: Translation, json: string, to: Type, pos: number): string {
  return to.kind === "json" ? `coalesce(${json}, 'null'::JSON)` : readJson(t, json, to, pos);
}

function readJson(t: Translation, json: string, to: Type, pos: number): string {
  const target = engineType(to);
  const failure = t.failingWith(
    "INVALID_CAST_ARGUMENT",
    `'Cannot cast JSON ' || CAST(${json} AS VARCHAR) || ' to ${t.typeName(to)}'`,
    pos,
    `json ${json} ${target}`,
    target,
  );
  const scalar = `(${json} ->> '$')`;
  const text = `CASE json_type(${json}) WHEN 'NULL' THEN NULL WHEN 'ARRAY' THEN ${failure} WHEN 'OBJECT' THEN ${failure}`;
  if (isText(to))
    return `(${text} ELSE ${to.kind === "varchar" && to.length !== null ? `left(${scalar}, ${to.length})` : scalar} END)`;
  if (isInteger(to))
    return `(${text} WHEN 'BOOLEAN' THEN CAST(CAST(${scalar} AS BOOLEAN) AS ${target}) WHEN 'DOUBLE' THEN CAST(round(CAST(${scalar} AS DOUBLE)) AS ${target}) ELSE CAST(${scalar} AS ${target}) END)`;
  if (isFloat(to) || to.kind === "decimal")
    return `(${text} WHEN 'BOOLEAN' THEN CAST(CAST(${scalar} AS BOOLEAN) AS ${target}) ELSE CAST(${scalar} AS ${target}) END)`;
  switch (to.kind) {
    case "boolean":
      return `(${text} WHEN 'VARCHAR' THEN CASE lower(${scalar}) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE ELSE ${failure} END WHEN 'BOOLEAN' THEN CAST(${scalar} AS BOOLEAN) ELSE CAST(${scalar} AS DOUBLE) <> 0 END)`;
    case "json":
      return json;
    case "array":
      return `(CASE json_type(${json}) WHEN 'NULL' THEN NULL WHEN 'ARRAY' THEN list_transform(CAST(${json} AS JSON[]), lambda j: ${readNested(t, "j", to.element, pos)}) ELSE ${failure} END)`;
    case "map": {
      const key = readJson(t, "to_json(j)", to.key, pos);
      const item = readNested(t, `CAST(${json} AS MAP(VARCHAR, JSON))[j]`, to.value, pos);
      return `(CASE json_type(${json}) WHEN 'NULL' THEN NULL WHEN 'OBJECT' THEN map(list_transform(json_keys(${json}), lambda j: ${to.key.kind === "varchar" ? "j" : key}), list_transform(json_keys(${json}), lambda j: ${item})) ELSE ${failure} END)`;
    }
    case "row": {
      const fields = to.fields.map((field, i) => {
        const byName = field.name === null ? "NULL" : `json_extract(${json}, ${memberPath(field.name)})`;
        const item = `(CASE json_type(${json}) WHEN 'ARRAY' THEN json_extract(${json}, '$[${i}]') ELSE ${byName} END)`;
        return `${quoteName(engineFieldName(to.fields, i))} := ${readJson(t, item, field.type, pos)}`;
      });
      return `(CASE json_type(${json}) WHEN 'NULL' THEN NULL WHEN 'ARRAY' THEN struct_pack(${fields.join(", ")}) WHEN 'OBJECT' THEN struct_pack(${fields.join(", ")}) ELSE ${failure} END)`;
    }
    default:
      return t.mismatch(`Cannot cast json to ${t.typeName(to)}`, pos);
  }
}
