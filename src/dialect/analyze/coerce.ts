import { hasOwnZone, LONGEST_CHAR, MIXED_ZONE, sameZones } from "../types/coercion.ts";
import { engineFieldName, engineType } from "../types/engine-type.ts";
import { innerTypes, isFloat, isInteger, sameType, type Type, isCollection } from "../types/type.ts";
import { instantOf, offsetAtStart, sessionInstantOf } from "../time/zones.ts";
import { decimalToFloat } from "./operators/decimals.ts";
import { bindOnce, isPlain } from "./bind-once.ts";
import { rowOf } from "./expressions/row-value.ts";
import type { Translation } from "./translation.ts";
import { withSql, withType, type Typed } from "./typed.ts";
import { eachElement, eachEntry, engine, letIn, literal, type Sql, tryOf, variable } from "../sql/tree.ts";

/** CAST and TRY_CAST of the dialect. Hive's CAST returns null for a value that can't be converted. */
export function convertExplicitly(t: Translation, value: Typed, to: Type, pos: number, safe: boolean): Typed {
  if (!safe) return t.convert(value, to, pos);
  if (value.constant !== undefined || isPlain(value.sql)) {
    const converted = t.convert(value, to, pos);
    if (converted.sql === value.sql) return converted;
    // A number out of the type's range becomes null, so it is a constant no more.
    const { constant: _, ...tried } = converted;
    return { ...tried, sql: tryOf(converted.sql) };
  }
  // Only the conversion is inside TRY: errors of the operand itself still fail.
  const input = variable();
  const converted = t.convert(withSql(value, input), to, pos);
  const sql = converted.sql === input ? value.sql : letIn([value.sql], [input], tryOf(converted.sql));
  return { ...converted, sql };
}

/** Implicit conversion to a type chosen by {@link commonType} or a function's signature. */
export function coerce(t: Translation, value: Typed, to: Type, pos: number): Typed {
  const from = value.type;
  const keep = (sql: Sql): Typed => withSql(value, sql, to);
  if (value.parameter !== undefined) t.parameterTypes[value.parameter] = to;
  if (from.kind === "unknown")
    return { sql: engine`CAST(NULL AS ${engineType(to)})`, type: to, constant: null };
  if ("zone" in from && from.kind === to.kind && from.zone !== to.zone) {
    if (to.zone === MIXED_ZONE) return keep(engine`~zoned(${value.sql}, ${literal(from.zone)})`);
    return keep(instantOf(value));
  }
  if (
    !t.hive &&
    to.kind === "char" &&
    (from.kind === "varchar" || (from.kind === "char" && from.length < to.length))
  )
    return keep(
      to.length < LONGEST_CHAR
        ? engine`rpad(${value.sql}, ${to.length}, ' ')`
        : engine`rtrim(${value.sql}, ' ')`,
    );
  if (from.kind === to.kind && sameShape(from, to))
    return !isCollection(from) && sameType(from, to) ? value : keep(value.sql);
  if (isInteger(from) && value.constant !== undefined && to.kind === "bigint") return keep(value.sql);
  if ("zone" in to && ["date", "time", "timestamp"].includes(from.kind)) {
    const instant = sessionInstantOf(t, value);
    const zone = to.kind === "timetz" ? offsetAtStart(t, t.zone) : t.zone;
    return keep(hasOwnZone(to) ? engine`~zoned(${instant}, ${literal(zone)})` : instant);
  }
  if (isCollection(from) && from.kind === to.kind) return coerceNested(t, value, to, pos);
  if (t.hive) {
    const converted = t.convert(value, to, pos);
    // Hive counts the digits of a whole number also where it becomes a decimal.
    return isInteger(from) && to.kind === "decimal" && value.constant !== undefined
      ? { ...converted, constant: value.constant }
      : converted;
  }
  if (from.kind === "decimal" && isFloat(to)) return keep(decimalToFloat(t, value, to));
  return keep(engine`CAST(${value.sql} AS ${engineType(to)})`);
}

/** Equal up to lengths, precisions and zones, which the engine's types do not have. */
function sameShape(from: Type, to: Type): boolean {
  if (["varchar", "char", "timestamp", "timestamptz", "time", "timetz"].includes(from.kind)) return true;
  return sameType(from, to) && sameZones(from, to);
}

/** Converts element by element, so that the engine's own conversions are not used. */
export function coerceNested(t: Translation, value: Typed, to: Type, pos: number, convert = coerce): Typed {
  const from = value.type;
  const result = (sql: Sql): Typed => withSql(value, sql, to);
  const part = (sql: Sql, type: Type, into: Type): Sql => convert(t, withType(sql, type), into, pos).sql;
  // The engine forgets the types of a null row's fields.
  if (value.constant === null) return result(engine`CAST(NULL AS ${engineType(to)})`);
  if ((from.kind === "array" || from.kind === "map") && innerTypes(from)[0]!.kind === "unknown")
    return result(engine`CAST(${value.sql} AS ${engineType(to)})`);
  if (from.kind === "array" && to.kind === "array")
    return result(eachElement(value.sql, (item) => part(item, from.element, to.element)));
  if (from.kind === "map" && to.kind === "map")
    return result(
      eachEntry(value.sql, (key, item) => [part(key, from.key, to.key), part(item, from.value, to.value)]),
    );
  if (from.kind !== "row" || to.kind !== "row" || from.fields.length !== to.fields.length)
    return t.mismatch(`cannot convert ${t.typeName(from)} to ${t.typeName(to)}`, pos);
  const pack = (row: Sql): Sql => {
    const fields = from.fields.map(({ type }, i) => {
      const field = engine`struct_extract(${row}, ${literal(engineFieldName(from.fields, i))})`;
      return part(field, type, to.fields[i]!.type);
    });
    return rowOf(to.fields, fields).sql;
  };
  return result(
    bindOnce([value], (row) => engine`(CASE WHEN ${row} IS NULL THEN NULL ELSE ${pack(row)} END)`),
  );
}
