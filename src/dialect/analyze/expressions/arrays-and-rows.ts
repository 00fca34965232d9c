import { rowOf, fieldAt } from "./row-value.ts";
import type { ExprOf, Name } from "../../parse/ast.ts";
import { engineType } from "../../types/engine-type.ts";
import { arrayOf, BIGINT, isInteger, isText, type RowField } from "../../types/type.ts";
import { bindOnce } from "../bind-once.ts";
import { commonType, hasOwnZone, withoutZones } from "../../types/coercion.ts";
import { coerce } from "../coerce.ts";
import { orNan } from "../operators/compare.ts";
import { unified } from "../operators/predicates.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { carry, sqlOf, withType, type Typed } from "../typed.ts";
import { commas, engine, lambdaOf, type Sql, variable } from "../../sql/tree.ts";

export function analyzeArray(
  t: Translation,
  items: readonly Typed[],
  pos: number,
  positions: readonly number[] = [],
): Typed {
  const { values, type } = unified(t, items, "all ARRAY elements", pos, positions);
  return withType(engine`[${commas(values.map((value) => element(value)))}]`, arrayOf(type), items);
}

/** The engine would infer the type of an integer literal in a list, so it is cast explicitly. */
function element(value: Typed): Sql {
  return typeof value.constant === "number" && isInteger(value.type) && value.type.kind !== "integer"
    ? engine`CAST(${value.sql} AS ${engineType(value.type)})`
    : value.sql;
}

export function analyzeRow(items: readonly Typed[], names: readonly string[] = []): Typed {
  const fields = items.map((item, i): RowField => ({ name: names[i] ?? null, type: item.type }));
  return carry(rowOf(fields, sqlOf(items)), items);
}

/** `row.name`. In Hive also a field of every row in an array. */
export function analyzeField(t: Translation, row: Typed, name: Name): Typed {
  if (t.hive && row.type.kind === "array" && row.type.element.kind === "row") {
    const { element } = row.type;
    const e = variable();
    const item = analyzeField(t, withType(e, element), name);
    return withType(engine`list_transform(${row.sql}, ${lambdaOf([e], item.sql)})`, arrayOf(item.type), row);
  }
  if (row.type.kind !== "row")
    return t.mismatch(`'${name.text}' is no field: ${t.typeName(row.type)} is not a row`, name.pos);
  const index = row.type.fields.findIndex(
    (field, i) => (field.name ?? (t.hive ? `col${i + 1}` : "")).toLowerCase() === name.text.toLowerCase(),
  );
  if (index < 0)
    return t.fail(
      "COLUMN_NOT_FOUND",
      `field '${name.text}' cannot be resolved in ${t.typeName(row.type)}`,
      name.pos,
    );
  return fieldAt(row, index);
}

/** A map whose keys can be compared with the subscript: those of texts beside a CHAR are CHAR, instants have no zones. */
function withKeysAs(t: Translation, map: Typed, index: Typed, pos: number): Typed {
  const { type } = map;
  if (type.kind !== "map") return map;
  const key = commonType(index.type, type.key, t.dialect);
  if (key === null)
    return t.mismatch(`cannot use ${t.typeName(index.type)} for subscript of ${t.typeName(type)}`, pos);
  return key.kind === "char" || hasOwnZone(type.key)
    ? coerce(t, map, { ...type, key: withoutZones(key) }, pos)
    : map;
}

/** `array[i]`, `map[key]`, `row[i]`. Presto counts from 1 and fails out of range; Hive counts from 0 and returns null. */
export function analyzeSubscript(t: Translation, expr: ExprOf<"subscript">, scope: Scope): Typed {
  const container = t.expression(expr.arg, scope);
  const index = t.expression(expr.index, scope);
  const arg = t.hive ? container : withKeysAs(t, container, index, expr.arg.pos);
  const { type } = arg;
  if (type.kind === "map") {
    const key = coerce(t, index, type.key, expr.index.pos);
    if (t.hive) return withType(engine`${arg.sql}[${key.sql}]`, type.value, arg, index);
    const failure = t.failing("Key not present in map", expr.pos, type.value);
    const sql = bindOnce(
      [arg, key],
      (m, k) =>
        engine`(CASE WHEN ${m} IS NOT NULL AND (${orNan(engine`NOT map_contains(${m}, ${k})`, withType(k, key.type))}) THEN ${failure} ELSE ${m}[${k}] END)`,
    );
    return withType(sql, type.value, arg, index);
  }
  if (type.kind === "row" && !t.hive) {
    const at = index.constant;
    if (typeof at !== "number" || at < 1 || at > type.fields.length)
      return t.fail(
        typeof at === "number" ? "INVALID_FUNCTION_ARGUMENT" : "EXPRESSION_NOT_CONSTANT",
        "a row's subscript must be a literal from 1 to the number of its fields",
        expr.index.pos,
      );
    return carry(fieldAt(arg, at - 1), arg);
  }
  if (
    type.kind !== "array" ||
    (!isInteger(index.type) && index.type.kind !== "unknown" && !(t.hive && isText(index.type)))
  )
    return t.mismatch(`cannot use ${t.typeName(index.type)} for subscript of ${t.typeName(type)}`, expr.pos);
  if (t.hive) {
    if (typeof index.constant === "string")
      t.mismatch(`cannot use ${t.typeName(index.type)} for subscript of ${t.typeName(type)}`, expr.index.pos);
    const at = coerce(t, index, BIGINT, expr.pos);
    if (typeof at.constant === "number")
      return withType(
        at.constant < 0
          ? engine`CAST(NULL AS ${engineType(type.element)})`
          : engine`${arg.sql}[${at.constant + 1}]`,
        type.element,
        arg,
      );
    return withType(
      engine`(CASE WHEN ${at.sql} >= 0 THEN ${arg.sql}[${at.sql} + 1] END)`,
      type.element,
      arg,
      index,
    );
  }
  const failing = (message: string): Sql => t.failing(message, expr.pos, type.element);
  const above = failing("Array subscript must be less than or equal to array length");
  if (typeof index.constant === "number") {
    const message =
      index.constant === 0
        ? "SQL array indices start at 1"
        : index.constant < 0
          ? "Array subscript is negative"
          : null;
    if (message !== null) return withType(failing(message), type.element, arg);
    return withType(
      bindOnce(
        [arg],
        (a) => engine`(CASE WHEN len(${a}) < ${index.sql} THEN ${above} ELSE ${a}[${index.sql}] END)`,
      ),
      type.element,
      arg,
    );
  }
  const below = failing("SQL array indices start at 1");
  const sql = bindOnce(
    [arg, index],
    (a, i) =>
      engine`(CASE WHEN ${i} < 1 THEN ${below} WHEN ${i} > len(${a}) THEN ${above} ELSE ${a}[${i}] END)`,
  );
  return withType(sql, type.element, arg, index);
}
