import type { Expr, GroupItem } from "../../parse/ast.ts";
import {
  apart,
  commas,
  EMPTY,
  engine,
  holds,
  SqlMap,
  SqlSet,
  type Sql,
  withKnown,
  withParts,
  word,
} from "../../sql/tree.ts";
import { withZoneOf } from "../../time/zones.ts";
import { hasOwnZone } from "../../types/coercion.ts";
import { engineType } from "../../types/engine-type.ts";
import { isInteger } from "../../types/type.ts";
import { equalForm } from "../equal-form.ts";
import type { QueryBlock } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { ordinal, type Item } from "./select-items.ts";

/** GROUP BY; its keys are those of the query block. */
export interface Grouping {
  readonly sql: Sql;
  /** Values in a group of the keys that the engine groups by another form; null for these forms, which stay as they are written. */
  readonly forms: SqlMap<Sql | null>;
  /**
   * Conditions on the groups: the engine refuses columns that Hive names before GROUPING SETS and that are in no set, so they get a set whose
   * groups are left out.
   */
  readonly conditions: readonly Sql[];
}

/** @param items - The select list, to which numbers refer. */
export function groupBy(
  t: Translation,
  clause: readonly GroupItem[],
  scope: Scope,
  items: readonly Item[],
): Grouping {
  const { keys } = scope.block;
  const forms = new SqlMap<Sql | null>();
  const conditions: Sql[] = [];
  const key = (expr: Expr): Sql => {
    const place = ordinal(t, expr, items.length, "GROUP BY");
    const value = place === null ? t.expression(expr, scope) : items[place - 1]!.value;
    // In Hive's GROUP BY numbers are constants, unless a setting makes them positions.
    if (value.aggregate && t.hive && place !== null) return asValue(t.expression(expr, scope));
    if (value.aggregate)
      t.fail(
        "EXPRESSION_NOT_SCALAR",
        place === null
          ? "GROUP BY can't hold aggregates or window functions"
          : `GROUP BY position ${place} is an aggregate`,
        expr.pos,
      );
    const form = equalForm(t, value, expr.pos);
    keys.add(value.sql);
    if (form === value && place !== null) return word(String(place));
    if (form !== value) {
      forms.add(form.sql, null);
      forms.add(value.sql, inGroup(value, form));
    }
    const grouped = asValue(form);
    keys.add(grouped);
    return grouped;
  };
  const column = (expr: Expr): Sql =>
    t.hive || expr.kind === "name"
      ? key(expr)
      : t.fail(
          "INVALID_COLUMN_REFERENCE",
          "GROUPING SETS, CUBE and ROLLUP take columns only; compute it in a subquery",
          expr.pos,
        );
  const item = (one: GroupItem): Sql => {
    if (one.kind === "expr") return key(one.expr);
    const all = one.sets.map((exprs) => exprs.map(column));
    if (one.kind === "sets") {
      const sets = one.distinct === true ? withoutEqual(all) : all;
      const ordered = (one.order ?? []).map(key);
      const inSets = new SqlSet(all.flat());
      if (ordered.some((part) => !inSets.has(part))) {
        sets.push(ordered);
        conditions.push(engine`grouping(${commas(ordered)}) <> 0`);
      }
      return engine`GROUPING SETS (${commas(sets.map((set) => engine`(${commas(set)})`))})`;
    }
    return one.kind === "cube"
      ? engine`CUBE (${commas(withoutEqual(all).map(keySet))})`
      : engine`ROLLUP (${commas(all.map(keySet))})`;
  };
  const sql = clause.length === 0 ? EMPTY : engine` GROUP BY ${commas(clause.map(item))}`;
  return { sql, forms, conditions };
}

const keySet = (parts: readonly Sql[]): Sql => (parts.length === 1 ? parts[0]! : engine`(${commas(parts)})`);

/** A value of the query, with its grouping keys as the groups have them. */
export const ofGroup = (value: Sql, { forms }: Grouping, { keys }: QueryBlock): Sql =>
  withForms(withKnown(value, keys), forms);

/** Grouping sets without those of the same columns, which may be written in several ways: `a` and `t.a`. */
function withoutEqual(sets: readonly (readonly Sql[])[]): (readonly Sql[])[] {
  const columns = new SqlMap<number>();
  let count = 0;
  const different = new Map<string, readonly Sql[]>();
  for (const set of sets) {
    const numbers = new Set(set.map((one) => columns.add(one, count++)));
    const key = [...numbers].sort((a, b) => a - b).join();
    if (!different.has(key)) different.set(key, set);
  }
  return [...different.values()];
}

/** In GROUP BY and ORDER BY the engine reads a whole number as a column position. */
export function asValue({ sql, type }: Typed): Sql {
  return isInteger(type) && !holds(sql, "variable") ? engine`CAST(${sql} AS ${engineType(type)})` : sql;
}

/** A key's value in its group: the form, with the zone of one of the group's instants. */
const inGroup = (key: Typed, form: Typed): Sql =>
  hasOwnZone(key.type)
    ? apart(withZoneOf({ ...key, sql: engine`any_value(${key.sql})` }, form.sql), true)
    : form.sql;

/** SQL with grouping keys replaced by their values in a group. */
function withForms(sql: Sql, forms: SqlMap<Sql | null>): Sql {
  if (forms.isEmpty || (sql.kind === "apart" && sql.text === "grouped")) return sql;
  const value = forms.get(sql);
  return value === undefined ? withParts(sql, (part) => withForms(part, forms)) : (value ?? sql);
}

/**
 * Checks that the values of a grouped query use only grouping keys and aggregates.
 *
 * @throws SqlError naming the first other column.
 */
export function checkGrouped(
  t: Translation,
  values: readonly { readonly sql: Sql; readonly pos: number }[],
  block: QueryBlock,
): void {
  const { keys } = block;
  const visit = (sql: Sql, at: number): Sql => {
    if (!holds(sql, "variable") || keys.has(sql)) return sql;
    if (sql.kind === "apart" && sql.text === "grouped") return sql;
    const column = block.columnOf(sql);
    if (column === undefined)
      return withParts(sql, (part) => visit(part, sql.kind === "at" ? sql.detail : at));
    return t.fail(
      "EXPRESSION_NOT_AGGREGATE",
      `'${column.name}' must be an aggregate expression or appear in the GROUP BY clause`,
      sql.kind === "at" ? sql.detail : at,
    );
  };
  for (const { sql, pos } of values) visit(sql, pos);
}

/** Hive: GROUPING__ID has one bit per grouping column, the first the highest, set if the column is aggregated away. */
export function withGroupingId(t: Translation, clause: readonly GroupItem[], scope: Scope): Scope {
  if (clause.length === 0 || !t.hive || scope.block.index.named("grouping__id").length > 0) return scope;
  const keys = new Set<Sql>();
  const keySet = new SqlSet();
  for (const item of clause)
    for (const expr of item.kind === "expr"
      ? [item.expr]
      : [...(item.kind === "sets" ? (item.order ?? []) : []), ...item.sets.flat()]) {
      const { sql } = t.expression(expr, scope);
      keys.add(keySet.add(sql));
    }
  const id: Typed = {
    sql: engine`grouping(${commas([...keys])})`,
    type: { kind: "bigint" },
    aggregate: true,
  };
  return { ...scope, values: new Map([...scope.values, ["grouping__id", id]]) };
}
