import type { Expr, GroupItem } from "../../parse/ast.ts";
import {
  apart,
  commas,
  EMPTY,
  engine,
  holds,
  sameSql,
  SqlIndex,
  type Sql,
  unplaced,
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

/** A grouping key, the form by which the engine groups it, and its value in a group. */
interface KeyForm {
  readonly key: Sql;
  readonly form: Sql;
  readonly value: Sql;
}

/** GROUP BY; its keys are those of the query block. */
export interface Grouping {
  readonly sql: Sql;
  /** The keys that the engine groups by another form. */
  readonly forms: readonly KeyForm[];
  /**
   * Conditions on the groups: the engine refuses columns that Hive names before GROUPING SETS and that are in no set, so they get a set whose
   * groups are left out.
   */
  readonly conditions: readonly Sql[];
  /** The keys to write again as they are, because the engine recognizes no other SQL: positions in failures and names of relations differ. */
  readonly literalKeys: SqlIndex;
}

/** @param items - The select list, to which numbers refer. */
export function groupBy(
  t: Translation,
  clause: readonly GroupItem[],
  scope: Scope,
  items: readonly Item[],
): Grouping {
  const { keys } = scope.block;
  const forms: KeyForm[] = [];
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
    if (form !== value) forms.push({ key: value.sql, form: form.sql, value: inGroup(value, form) });
    else if (place !== null) {
      keys.push(value.sql);
      return word(String(place));
    }
    keys.push(value.sql, asValue(form));
    return keys.at(-1)!;
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
      if (ordered.some((part) => !all.flat().some((other) => sameSql(part, other)))) {
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
  const literalKeys = new SqlIndex(keys.filter((one) => holds(one, "failure") || holds(one, "query")));
  return { sql, forms, conditions, literalKeys };
}

const keySet = (parts: readonly Sql[]): Sql => (parts.length === 1 ? parts[0]! : engine`(${commas(parts)})`);

/** A value of the query, with its grouping keys as the groups have them. */
export const ofGroup = (value: Sql, { literalKeys, forms }: Grouping): Sql =>
  withForms(withKnown(value, literalKeys), forms);

/** Grouping sets without those of the same columns, which may be written in several ways: `a` and `t.a`. */
function withoutEqual(sets: readonly (readonly Sql[])[]): (readonly Sql[])[] {
  const holdsAll = (a: readonly Sql[], b: readonly Sql[]): boolean =>
    b.every((one) => a.some((other) => sameSql(one, other)));
  const different: (readonly Sql[])[] = [];
  for (const set of sets)
    if (!different.some((one) => holdsAll(one, set) && holdsAll(set, one))) different.push(set);
  return different;
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
function withForms(sql: Sql, forms: readonly KeyForm[]): Sql {
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
 * @param pos - Position of the value.
 * @throws SqlError naming the first other column.
 */
export function checkGrouped(t: Translation, value: Sql, { keys, columns }: QueryBlock, pos: number): void {
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

/** Hive: GROUPING__ID has one bit per grouping column, the first the highest, set if the column is aggregated away. */
export function withGroupingId(t: Translation, clause: readonly GroupItem[], scope: Scope): Scope {
  const isColumn = scope.block.columns.some(({ name }) => name.toLowerCase() === "grouping__id");
  if (clause.length === 0 || !t.hive || isColumn) return scope;
  const keys: Sql[] = [];
  for (const item of clause)
    for (const expr of item.kind === "expr"
      ? [item.expr]
      : [...(item.kind === "sets" ? (item.order ?? []) : []), ...item.sets.flat()]) {
      const { sql } = t.expression(expr, scope);
      if (!keys.some((one) => sameSql(one, sql))) keys.push(sql);
    }
  const id: Typed = {
    sql: engine`grouping(${commas(keys)})`,
    type: { kind: "bigint" },
    aggregate: true,
  };
  return { ...scope, values: new Map([...scope.values, ["grouping__id", id]]) };
}
