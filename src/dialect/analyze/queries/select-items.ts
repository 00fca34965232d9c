import type { Expr, Name, OneItem, SelectItem } from "../../parse/ast.ts";
import { isListed, type TablePath } from "../../catalogue.ts";
import { SqlError } from "../../sql-error.ts";
import { fieldAt } from "../expressions/row-value.ts";
import { referenceTo, type ScopeColumn } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";

/** A column of a select list; `name` is null if unnamed. */
export interface Item {
  readonly name: string | null;
  readonly pos: number;
  /** For EXPLAIN: its expression as it is written; null for a column. */
  readonly text?: string | null;
  /** Hive names a cast after its column; this name yields to any equal one. */
  readonly borrowed?: boolean;
  readonly value: Typed;
  readonly source?: TablePath | undefined;
}

/** EXPLAIN cuts what is longer. */
const LONGEST_SHOWN = 500;

/** The columns of a select list. */
export function selectItems(t: Translation, items: readonly SelectItem[], scope: Scope): Item[] {
  const columns: Item[] = [];
  for (const item of items) columns.push(...itemColumns(t, item, scope));
  return t.hive ? withoutTwins(columns) : columns;
}

/** The columns of a select item: one value, or the expansion of a star. */
function itemColumns(t: Translation, item: SelectItem, scope: Scope): Item[] {
  if (item.kind === "item") {
    const value = t.expression(item.expr, scope);
    const { pos } = item;
    const text = writtenText(t, item);
    if (t.hive && item.alias === null && item.expr.kind === "cast" && item.expr.arg.kind === "name")
      return [{ name: impliedName(t, item.expr.arg), borrowed: true, value, pos, text }];
    const source = item.expr.kind === "name" ? value.source : undefined;
    return [{ name: item.alias?.text ?? impliedName(t, item.expr), value, pos, text, source }];
  }
  const rename = (items: Item[]): Item[] => {
    t.checkAliases(item.aliases, items.length, "'*'", item.pos);
    return items.map((one, i) => ({ ...one, name: item.aliases[i]?.text ?? one.name }));
  };
  if (item.arg !== null) return rename(rowFields(t, t.expression(item.arg, scope), item.pos));
  const path = item.qualifier.map((part) => part.text.toLowerCase()).reverse();
  let columns: ScopeColumn[] = [];
  for (
    let at: Scope | null = scope;
    at !== null && columns.length === 0;
    at = path.length === 0 ? null : at.outer
  )
    columns = visible(at, path, t.hive).filter(isListed);
  if (columns.length > 0)
    return rename(
      columns.map((column) => ({
        name: column.anonymous ? null : column.name,
        value: referenceTo(column),
        pos: item.pos,
        source: column.source,
      })),
    );
  if (item.qualifier.length === 0)
    return t.fail("COLUMN_NOT_FOUND", "SELECT * not allowed in queries without FROM clause", item.pos);
  return rename(rowFields(t, namedRow(t, item.qualifier, item.pos, scope), item.pos));
}

function writtenText(t: Translation, { expr, pos, end }: OneItem): string | null {
  const { sql, isExplained } = t.options;
  if (isExplained !== true || expr.kind === "name" || end <= pos || end - pos > LONGEST_SHOWN) return null;
  return sql.slice(pos, end).replace(/\s+/g, " ");
}

/** The row in `t.r.*`, if no table has that name. */
function namedRow(t: Translation, parts: readonly Name[], pos: number, scope: Scope): Typed {
  try {
    return t.expression({ kind: "name", pos, parts }, scope);
  } catch (error) {
    if (!(error instanceof SqlError) || error.kind !== "COLUMN_NOT_FOUND") throw error;
    const reference = parts.map((part) => part.text).join(".");
    return t.fail("TABLE_NOT_FOUND", `unable to resolve reference ${reference}`, pos);
  }
}

/** The columns that `*` or `path.*` expands to; in Hive a qualified star includes columns that USING hides from the plain one. */
function visible(scope: Scope, path: readonly string[], hive: boolean): ScopeColumn[] {
  if (path.length === 0) return scope.block.columns.filter((column) => !column.hidden);
  const ofPath = scope.block.columns.filter(
    (column) =>
      ((hive && column.kept) || !column.hidden) &&
      path.every((part, i) => column.qualifiers[i]?.toLowerCase() === part),
  );
  return ofPath.filter((column, i) => ofPath.findIndex((other) => other.sql === column.sql) === i);
}

function rowFields(t: Translation, row: Typed, pos: number): Item[] {
  if (row.type.kind !== "row")
    return t.mismatch(`${t.typeName(row.type)} has no fields to select with '.*'`, pos);
  return row.type.fields.map((field, i) => ({ name: field.name, value: fieldAt(row, i), pos }));
}

/** Drops borrowed names that are not unique. */
function withoutTwins(items: readonly Item[]): Item[] {
  const same = (a: Item, b: Item): boolean => a.name?.toLowerCase() === b.name?.toLowerCase();
  return items.map((item, i) =>
    item.borrowed === true &&
    items.some((other, j) => same(item, other) && (other.borrowed !== true || j < i))
      ? { ...item, name: null }
      : item,
  );
}

/** Columns keep their name; so do fields of columns, in Hive fields of any expression. Other expressions are unnamed. */
function impliedName(t: Translation, expr: Expr): string | null {
  if (expr.kind === "name") return expr.parts.at(-1)!.text;
  return expr.kind === "field" && (t.hive || impliedName(t, expr.arg) !== null) ? expr.name.text : null;
}

/** A scope in which expressions can use select-list names, except those of source columns. */
export function outputScope(scope: Scope, items: readonly Item[]): Scope {
  const values = new Map(scope.values);
  for (const item of items)
    if (item.name !== null && scope.block.index.named(item.name).length === 0)
      values.set(item.name.toLowerCase(), item.value);
  return { ...scope, values };
}

/** `ORDER BY 2`, `GROUP BY 2`: position of an output column; null for other expressions. */
export function ordinal(
  t: Translation,
  expr: Expr,
  count: number,
  clause: "GROUP BY" | "ORDER BY",
): number | null {
  // Trino reads a negative number as a position too, one that no column has.
  if (!t.hive && expr.kind === "unary" && expr.op === "-" && ordinal(t, expr.arg, Infinity, clause) !== null)
    t.fail(
      "INVALID_COLUMN_REFERENCE",
      `${clause} position -${(expr.arg as { text: string }).text} is not in select list`,
      expr.pos,
    );
  if (expr.kind !== "number" || !/^\d+$/.test(expr.text)) return null;
  const place = Number(expr.text);
  if (place < 1 || place > count)
    t.fail("INVALID_COLUMN_REFERENCE", `${clause} position ${place} is not in select list`, expr.pos);
  return place;
}
