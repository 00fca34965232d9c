import { innerTypes, isFloat, type Type, isCollection } from "../../types/type.ts";
import { bindOnce } from "../bind-once.ts";
import { fieldAt, rowOf } from "../expressions/row-value.ts";
import type { Translation } from "../translation.ts";
import { withType, type Typed } from "../typed.ts";
import { eachElement, engine, lambdaOf, type Sql, variable, binary, chain, group } from "../../sql/tree.ts";

/**
 * SQL of `a op b` for values of one type. Where the engine's comparison differs it is written out: for NaN, which the engine orders as the
 * largest number and equal to itself, and for nulls inside rows and arrays, which make equality unknown.
 */
export function compareSql(t: Translation, op: string, a: Typed, b: Typed): Sql {
  if (t.hive) return group(binary(op, a.sql, b.sql));
  if (isFloat(a.type)) return compareFloats(op, a, b);
  if (isCollection(a.type) && (op === "=" || op === "<>"))
    return op === "=" ? equal(t, a, b) : engine`(NOT ${equal(t, a, b)})`;
  return group(binary(op, a.sql, b.sql));
}

/** Whether the type is, or contains, a floating-point type. */
export const mayHoldNan = (type: Type): boolean =>
  isFloat(type) || (type.kind !== "map" && innerTypes(type).some(mayHoldNan));

/** True if the value is or contains NaN, and so equals nothing. */
export function holdsNan({ sql, type }: Typed): Sql {
  if (type.kind === "array") {
    const item = variable();
    const test = holdsNan(withType(item, type.element));
    return engine`(len(list_filter(${sql}, ${lambdaOf([item], test)})) > 0)`;
  }
  if (type.kind !== "row") return engine`isnan(${sql})`;
  const parts = type.fields.flatMap((field, i) =>
    mayHoldNan(field.type) ? [holdsNan(fieldAt(withType(sql, type), i))] : [],
  );
  return group(chain("OR", parts));
}

/** A condition on a key, or that it holds NaN, which is never found. */
export const orNan = (condition: Sql, key: Typed): Sql =>
  mayHoldNan(key.type) ? binary("OR", condition, holdsNan(key)) : condition;

/** An ordering key for the value that sorts NaN first; the engine sorts it last. */
export function nanFirst({ sql, type }: Typed): Sql {
  if (!mayHoldNan(type)) return sql;
  if (type.kind === "array") return eachElement(sql, (item) => nanFirst(withType(item, type.element)));
  if (type.kind === "row")
    return rowOf(
      type.fields,
      type.fields.map((_, i) => nanFirst(fieldAt(withType(sql, type), i))),
    ).sql;
  return engine`[CASE WHEN isnan(${sql}) THEN 0 ELSE 1 END, ${sql}]`;
}

/** Maximum of a list of rows or arrays that contain floating-point numbers. */
export const largest = (list: Sql, element: Type): Sql =>
  engine`list_max(${eachElement(list, (item) => engine`struct_pack(k := ${nanFirst(withType(item, element))}, v := ${item})`)}).v`;

/** Equality of rows, arrays and maps: false if any part differs, else unknown if any part is null. */
function equal(t: Translation, a: Typed, b: Typed): Sql {
  const { type } = a;
  if (type.kind === "row") return equalRows(t, a, b);
  return bindOnce([a, b], (x, y) => {
    if (type.kind === "map") {
      const [k, other] = [variable(), variable()];
      const test = compareSql(
        t,
        "=",
        withType(engine`${x}[${k}]`, type.value),
        withType(engine`${y}[${k}]`, type.value),
      );
      const differ = engine`cardinality(${x}) <> cardinality(${y}) OR len(list_filter(map_keys(${x}), ${lambdaOf([other], orNan(engine`NOT map_contains(${y}, ${other})`, withType(other, type.key)))})) > 0`;
      return engine`~all_equal(${x} IS NULL OR ${y} IS NULL, ${differ}, list_transform(map_keys(${x}), ${lambdaOf([k], test)}))`;
    }
    const element = (type as Extract<Type, { kind: "array" }>).element;
    if (!isCollection(element) && !isFloat(element)) return engine`~lists_equal(${x}, ${y})`;
    const i = variable();
    const test = compareSql(
      t,
      "=",
      withType(engine`${x}[${i}]`, element),
      withType(engine`${y}[${i}]`, element),
    );
    return engine`~all_equal(${x} IS NULL OR ${y} IS NULL, len(${x}) <> len(${y}), list_transform(range(1, CAST(len(${x}) + 1 AS BIGINT)), ${lambdaOf([i], test)}))`;
  });
}

/** Operands that are written twice up to here, as joins need. */
const LONGEST_REPEATED = 1000;

/** Source: language/types, "Floating-point": comparisons with NaN are false. */
function compareFloats(op: string, a: Typed, b: Typed): Sql {
  if ([a, b].some(({ sql }) => sql.size > LONGEST_REPEATED))
    return bindOnce([a, b], (x, y) => compareFloats(op, { ...a, sql: x }, { ...b, sql: y }));
  const plain = binary(op, a.sql, b.sql);
  if (a.volatile || b.volatile) return engine`(${plain})`;
  // A comparison of NaN with null is unknown.
  const andNot = (value: Typed, other: Typed): Sql =>
    isNeverNan(value) ? engine`(${plain})`
    : typeof other.constant === "number" ? engine`(${plain} AND NOT isnan(${value.sql}))`
    : engine`(${plain} AND (NOT isnan(${value.sql}) OR ${other.sql} IS NULL))`; // prettier-ignore
  switch (op) {
    case "=":
      return isNeverNan(b) ? engine`(${plain})` : andNot(a, b);
    case "<>":
      return isNeverNan(a) || isNeverNan(b)
        ? engine`(${plain})`
        : engine`(${plain} OR (isnan(${a.sql}) AND ${b.sql} IS NOT NULL))`;
    case "<":
    case "<=":
      return andNot(b, a);
    default:
      return andNot(a, b);
  }
}

/** Literals, and what was converted for the comparison. */
export function isNeverNan(value: Typed): boolean {
  return typeof value.constant === "number" || value.exact === true;
}

/** Equality of rows: false if any field differs, else unknown if any is null. */
export function equalRows(t: Translation, a: Typed, b: Typed): Sql {
  const { fields } = a.type as Extract<Type, { kind: "row" }>;
  return bindOnce([a, b], (x, y) => {
    const parts = fields.map((_, i) =>
      compareSql(t, "=", fieldAt(withType(x, a.type), i), fieldAt(withType(y, b.type), i)),
    );
    return engine`(CASE WHEN ${x} IS NULL OR ${y} IS NULL THEN NULL ELSE ${chain("AND", parts)} END)`;
  });
}
