import { bindOnce } from "../analyze/bind-once.ts";
import type { Translation } from "../analyze/translation.ts";
import { type Typed, withType } from "../analyze/typed.ts";
import { fieldAt, rowOf } from "../analyze/expressions/row-value.ts";
import { memberPath } from "../json/json-path.ts";
import { showDate, showTimestamp } from "../time/time-text.ts";
import { decimalAsText } from "../analyze/value-as-text.ts";
import { engineType } from "../types/engine-type.ts";
import { isCollection, type Type, isFloat, isInteger, isNumeric, JSON_TYPE, VARCHAR } from "../types/type.ts";
import { eachElement, engine, literal, overEntry, type Sql, variable, chain, caseOf, group, separated } from "../sql/tree.ts"; // prettier-ignore

/** CAST(x AS JSON). Source: functions/json, "Cast to JSON". */
export function toJson(t: Translation, value: Typed, pos: number): Typed {
  return withType(jsonOf(t, value.sql, value.type, pos), JSON_TYPE);
}

function jsonOf(t: Translation, sql: Sql, type: Type, pos: number): Sql {
  switch (type.kind) {
    case "json":
      return sql;
    case "boolean":
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
    case "varchar":
      return engine`to_json(${sql})`;
    case "real":
    case "double":
      return engine`~json_double(${sql})`;
    case "decimal":
      return engine`CAST(${decimalAsText(sql, type)} AS JSON)`;
    case "date":
      return engine`to_json(${showDate(sql)})`;
    case "timestamp":
      return engine`to_json(${showTimestamp(sql, type.precision)})`;
    case "array":
      return engine`CAST('[' || array_to_string(${eachElement(sql, (e) => nested(t, e, type.element, pos))}, ',') || ']' AS JSON)`;
    case "map": {
      const [key, value] = [variable(), variable()];
      if (isCollection(type.key)) t.mismatch(`Cannot cast ${t.typeName(type)} to json`, pos);
      if (!(isNumeric(type.key) || ["boolean", "varchar", "unknown"].includes(type.key.kind)))
        t.fail("INVALID_CAST_ARGUMENT", `Cannot cast ${t.typeName(type)} to JSON`, pos);
      if (type.key.kind === "unknown") return engine`(CASE WHEN ${sql} IS NOT NULL THEN '{}'::JSON END)`;
      const text =
        type.key.kind === "varchar"
          ? key
          : isFloat(type.key)
            ? engine`~double_text(${key})`
            : engine`CAST(${jsonOf(t, key, type.key, pos)} AS VARCHAR)`;
      const entry = overEntry(
        key,
        value,
        engine`struct_pack(k := ${text}, e := CAST(to_json(${text}) AS VARCHAR) || ':' || ${nested(t, value, type.value, pos)})`,
      );
      const sorted = engine`list_sort(list_transform(map_entries(${sql}), ${entry}))`;
      return engine`CAST('{' || array_to_string(list_transform(${sorted}, lambda e: e['e']), ',') || '}' AS JSON)`;
    }
    case "row":
      return bindOnce([withType(sql, type)], (row) => {
        const fields = type.fields.map((field, i) => {
          const value = fieldAt(withType(row, type), i).sql;
          return engine`${literal(`${JSON.stringify(field.name ?? "")}:`)} || ${nested(t, value, field.type, pos)}`;
        });
        return engine`(CASE WHEN ${row} IS NULL THEN NULL ELSE CAST('{' || ${chain("||", separated(fields, ","))} || '}' AS JSON) END)`;
      });
    default:
      return t.mismatch(`Cannot cast ${t.typeName(type)} to json`, pos);
  }
}

/** A part of an array or object: SQL null becomes JSON null. */
function nested(t: Translation, sql: Sql, type: Type, pos: number): Sql {
  return type.kind === "unknown"
    ? engine`'null'`
    : engine`coalesce(CAST(${jsonOf(t, sql, type, pos)} AS VARCHAR), 'null')`;
}

/** CAST(json AS x). JSON null becomes SQL null. Source: functions/json, "Cast from JSON". */
export function fromJson(t: Translation, value: Typed, to: Type, pos: number): Typed {
  return withType(
    bindOnce([value], (x) => readJson(t, x, to, pos)),
    to,
  );
}

/** A nested value: JSON null is kept if the target is JSON. */
function readNested(t: Translation, json: Sql, to: Type, pos: number): Sql {
  return to.kind === "json"
    ? engine`coalesce(~settled_json(CAST(${json} AS VARCHAR)), 'null'::JSON)`
    : readJson(t, json, to, pos);
}

function readJson(t: Translation, json: Sql, to: Type, pos: number): Sql {
  const target = engineType(to);
  const failure = t.failing(
    engine`'Cannot cast JSON ' || CAST(${json} AS VARCHAR) || ${literal(` to ${t.typeName(to)}`)}`,
    pos,
    to,
    "INVALID_CAST_ARGUMENT",
  );
  const scalar = engine`(${json} ->> '$')`;
  const byType = (otherwise: Sql, ...more: (readonly [type: string, Sql])[]): Sql => {
    const all = [["NULL", engine`NULL`], ["ARRAY", failure], ["OBJECT", failure], ...more] as const;
    return group(caseOf(all.map(([type, value]) => [literal(type), value]), otherwise, engine`json_type(${json})`)); // prettier-ignore
  };
  if (to.kind === "varchar") {
    const fits = (x: Sql): Sql =>
      to.length === null ? x : engine`CASE WHEN length(${x}) > ${to.length} THEN ${failure} ELSE ${x} END`;
    return byType(fits(scalar), ["DOUBLE", fits(engine`~scientific_text(CAST(${scalar} AS DOUBLE))`)]);
  }
  const truth = ["BOOLEAN", engine`CAST(CAST(${scalar} AS BOOLEAN) AS ${target})`] as const;
  if (isInteger(to))
    return byType(
      engine`CASE WHEN regexp_full_match(${scalar}, '[+-]?[0-9]+') THEN CAST(${scalar} AS ${target}) ELSE ${failure} END`,
      truth,
      ["DOUBLE", engine`CAST(round(CAST(${scalar} AS DOUBLE)) AS ${target})`],
    );
  if (isFloat(to) || to.kind === "decimal") {
    // The number's text: as a scalar it would become a double.
    const jsonText = engine`CAST(${json} AS VARCHAR)`;
    const number = to.kind === "decimal" ? engine`~decimal_text(${jsonText}, ${to.scale})` : jsonText;
    const text = t.convert(withType(scalar, VARCHAR), to, pos).sql;
    return byType(engine`CAST(${number} AS ${target})`, truth, ["VARCHAR", text]);
  }
  switch (to.kind) {
    case "boolean": {
      const text = engine`CASE WHEN lower(${scalar}) IN ('true', 't', '1') THEN TRUE WHEN lower(${scalar}) IN ('false', 'f', '0') THEN FALSE ELSE ${failure} END`;
      const isTrue = engine`CAST(${scalar} AS BOOLEAN)`;
      return byType(engine`CAST(${scalar} AS DOUBLE) <> 0`, ["VARCHAR", text], ["BOOLEAN", isTrue]);
    }
    case "json":
      return json;
    case "array":
      return engine`(CASE json_type(${json}) WHEN 'NULL' THEN NULL WHEN 'ARRAY' THEN ${eachElement(engine`CAST(${json} AS JSON[])`, (item) => readNested(t, item, to.element, pos))} ELSE ${failure} END)`;
    case "map": {
      const keys = engine`json_keys(${json})`;
      const key = eachElement(keys, (name) =>
        to.key.kind === "varchar" ? name : readJson(t, engine`to_json(${name})`, to.key, pos),
      );
      const item = eachElement(keys, (name) =>
        readNested(t, engine`CAST(${json} AS MAP(VARCHAR, JSON))[${name}]`, to.value, pos),
      );
      return engine`(CASE json_type(${json}) WHEN 'NULL' THEN NULL WHEN 'OBJECT' THEN map(${key}, ${item}) ELSE ${failure} END)`;
    }
    case "row": {
      const fields = to.fields.map((field, i) => {
        const key = engine`list_filter(json_keys(${json}), lambda k: lower(k) = ${literal(field.name?.toLowerCase() ?? "")})[1]`;
        const byName =
          field.name === null
            ? failure
            : engine`coalesce(json_extract(${json}, ${memberPath(field.name)}), CAST(${json} AS MAP(VARCHAR, JSON))[${key}])`;
        const item = engine`(CASE json_type(${json}) WHEN 'ARRAY' THEN json_extract(${json}, ${literal(`$[${i}]`)}) ELSE ${byName} END)`;
        return bindOnce([withType(item, JSON_TYPE)], (x) => readJson(t, x, field.type, pos));
      });
      const packed = rowOf(to.fields, fields).sql;
      return engine`(CASE WHEN ${json} IS NULL OR json_type(${json}) = 'NULL' THEN NULL WHEN json_type(${json}) = 'OBJECT' OR (json_type(${json}) = 'ARRAY' AND json_array_length(${json}) = ${fields.length}) THEN ${packed} ELSE ${failure} END)`;
    }
    default:
      return t.mismatch(`Cannot cast json to ${t.typeName(to)}`, pos);
  }
}
