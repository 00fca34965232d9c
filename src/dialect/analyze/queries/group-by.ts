import type { Expr, GroupItem } from "../../parse/ast.ts";
import {
  apart,
  commas,
  engine,
  holds,
  sameSql,
  type Sql,
  withParts,
  word,
  unplaced,
} from "../../sql/tree.ts";
import { withZoneOf } from "../../time/zones.ts";
import { hasOwnZone } from "../../types/coercion.ts";
import { engineType } from "../../types/engine-type.ts";
import { isInteger } from "../../types/type.ts";
import { equalForm } from "../equal-form.ts";
import type { Scope, ScopeColumn } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { ordinal, type Item } from "./select-items.ts";

/** A grouping key, the form by which the engine groups it, and its value in a group. */
export interface KeyForm {
  readonly key: Sql;
  readonly form: Sql;
  readonly value: Sql;
}

export interface Groups {
  readonly keys: Sql[];
  readonly forms: KeyForm[];
  /**
   * Conditions on the groups: the engine refuses columns that Hive names before GROUPING SETS and that are in no set, so they get a set whose
   * groups are left out.
   */
  readonly left: Sql[];
}

/** GROUP BY item in the engine's SQL; adds what it finds to the last argument. */
export function groupSql(
  t: Translation,
  item: GroupItem,
  scope: Scope,
  items: readonly Item[],
  { keys, forms, left }: Groups,
): Sql {
  const one = (expr: Expr): Sql => {
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
    if (form !== value) forms.push({ key: value.sql, form: form.sql, value: inGroup(value, form) });
    else if (place !== null) {
      keys.push(value.sql);
      return word(String(place));
    }
    keys.push(value.sql, asValue(form));
    return keys.at(-1)!;
  };
  if (item.kind === "expr") return one(item.expr);
  const column = (expr: Expr): Sql =>
    t.hive || expr.kind === "name"
      ? one(expr)
      : t.fail(
          "INVALID_COLUMN_REFERENCE",
          "GROUPING SETS, CUBE and ROLLUP take columns only; compute it in a subquery",
          expr.pos,
        );
  const all = item.sets.map((exprs) => exprs.map(column));
  if (item.kind === "sets") {
    const sets = item.distinct === true ? withoutEqual(all) : all;
    const named = (item.order ?? []).map(one);
    if (named.some((key) => !all.flat().some((other) => sameSql(key, other)))) {
      sets.push(named);
      left.push(engine`grouping(${commas(named)}) <> 0`);
    }
    return engine`GROUPING SETS (${commas(sets.map((set) => engine`(${commas(set)})`))})`;
  }
  const set = (parts: readonly Sql[]): Sql => (parts.length === 1 ? parts[0]! : engine`(${commas(parts)})`);
  if (item.kind === "cube") return engine`CUBE (${commas(withoutEqual(all).map(set))})`;
  return engine`ROLLUP (${commas(all.map(set))})`;
}

/** Grouping sets without those of the same columns, which may be written in several ways: `a` and `t.a`. */
function withoutEqual(sets: readonly (readonly Sql[])[]): (readonly Sql[])[] {
  const holdsAll = (a: readonly Sql[], b: readonly Sql[]): boolean =>
    b.every((one) => a.some((other) => sameSql(one, other)));
  const kept: (readonly Sql[])[] = [];
  for (const set of sets) if (!kept.some((one) => holdsAll(one, set) && holdsAll(set, one))) kept.push(set);
  return kept;
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
export function withForms(sql: Sql, forms: readonly KeyForm[]): Sql {
  if (forms.length === 0 || (sql.kind === "apart" && sql.grouped)) return sql;
  for (const { key, form, value } of forms) {
    if (sameSql(form, sql)) return sql;
    if (sameSql(key, sql)) return value;
  }
  return withParts(sql, (part) => withForms(part, forms));
}

/**
 * Checks that a value in a grouped query uses only grouping keys and aggregates.
 *
 * @param keys - Grouping keys; empty if the query is a single group.
 * @param columns - Columns of its FROM.
 * @param pos - Position of the value.
 * @throws SqlError naming the first other column.
 */
export function checkGrouped(
  t: Translation,
  value: Sql,
  keys: readonly Sql[],
  columns: readonly ScopeColumn[],
  pos: number,
): void {
  const own = new Map(columns.map((column) => [unplaced(column.sql), column]));
  const visit = (sql: Sql, at: number): Sql => {
    if (!holds(sql, "variable") || keys.some((key) => sameSql(key, sql))) return sql;
    if (sql.kind === "apart" && sql.grouped) return sql;
    const column = own.get(unplaced(sql));
    if (column === undefined) return withParts(sql, (part) => visit(part, sql.kind === "at" ? sql.pos : at));
    return t.fail(
      "EXPRESSION_NOT_AGGREGATE",
      `'${column.name}' must be an aggregate expression or appear in the GROUP BY clause`,
      sql.kind === "at" ? sql.pos : at,
    );
  };
  visit(value, pos);
}
