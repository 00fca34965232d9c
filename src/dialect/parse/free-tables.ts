import { step } from "../budget.ts";
import type { Dialect } from "../dialect.ts";
import type { Expr, Name, Query, RelationOf, Select } from "./ast.ts";
import { parseStatement } from "./statements/statements.ts";

/** A table that a statement names by one word, a file in quotes, or a job's number, and that no WITH around it defines. */
export interface FreeTable {
  /** As in the statement: `airports`, `'prices.csv'`, `job(42)`. */
  readonly name: string;
  readonly kind: "name" | "file" | "job";
  /** Its offset in the statement. */
  readonly pos: number;
  /** Whether the statement gives it another name. */
  readonly aliased: boolean;
}

/** The tables that a statement could bring along, in the order of their places. @throws SqlError for a syntax error */
export function freeTables(sql: string, dialect: Dialect): FreeTable[] {
  return tablesIn(parseStatement(sql, dialect, null))
    .flatMap(({ name: [{ text } = { text: "" }, ...more], pos, aliased }): readonly FreeTable[] => {
      const kind = text.startsWith("'") ? "file" : /^job\(\d+\)$/.test(text) ? "job" : "name";
      return more.length > 0 ? [] : [{ name: text, kind, pos, aliased }];
    })
    .sort((a, b) => a.pos - b.pos);
}

/** A table that a tree reads, and that no WITH around it defines. */
export interface TableInTree {
  readonly name: readonly Name[];
  readonly pos: number;
  /** Whether the statement gives it another name. */
  readonly aliased: boolean;
  /** The innermost query around it. */
  readonly query: Query | null;
  /** The innermost SELECT around it. */
  readonly select: Select | null;
}

/** The tables that the queries in a tree read. */
export function tablesIn(tree: unknown): TableInTree[] {
  const tables: TableInTree[] = [];
  addTables(tree, { hidden: new Set(), aliased: false, query: null, select: null }, tables);
  return tables;
}

interface Around extends Pick<TableInTree, "aliased" | "query" | "select"> {
  /** Names of common table expressions, in lowercase. */
  readonly hidden: ReadonlySet<string>;
}

/** Expressions without parts. */
const LEAVES: ReadonlySet<string> = new Set<Expr["kind"]>(["name", "number", "string", "null", "boolean"]);

function addTables(node: unknown, around: Around, tables: TableInTree[]): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    const inner = around.aliased ? { ...around, aliased: false } : around;
    for (const item of node) addTables(item, inner, tables);
    return;
  }
  step();
  const { kind = "" } = node as { readonly kind?: string };
  if (LEAVES.has(kind)) return;
  let { aliased, query, select } = around;
  const hidden = kind === "query" ? addCommonTables(node as Query, around, tables) : around.hidden;
  if (kind === "table") {
    const { name, pos } = node as RelationOf<"table">;
    if (name.length > 1 || !hidden.has((name[0]?.text ?? "").toLowerCase()))
      tables.push({ name, pos, aliased, query, select });
    return;
  }
  // Hive's TABLESAMPLE stands before the alias.
  aliased = kind === "alias" || (aliased && kind === "sample");
  if (kind === "query") query = node as Query;
  if (kind === "select" && "items" in node) select = node as Select;
  const isSame =
    hidden === around.hidden &&
    aliased === around.aliased &&
    query === around.query &&
    select === around.select;
  const inner: Around = isSame ? around : { hidden, aliased, query, select };
  // Where only its FROM has tables, what it computes need not be searched.
  if (kind === "select" && (node as Select).hasSubqueries === false) {
    addTables((node as Select).from, inner, tables);
    return;
  }
  for (const key in node) {
    const part = (node as Readonly<Record<string, unknown>>)[key];
    if (typeof part === "object" && key !== "with") addTables(part, inner, tables);
  }
}

/** Adds the tables that a query's WITH reads. @returns the names that it and those around it define */
function addCommonTables(
  { with: common, recursive }: Query,
  around: Around,
  tables: TableInTree[],
): ReadonlySet<string> {
  if (common.length === 0) return around.hidden;
  // One set for all: a set for each table would be quadratic.
  const hidden = new Set(around.hidden);
  for (const { name, query } of common) {
    if (recursive) hidden.add(name.text.toLowerCase());
    addTables(query, { ...around, hidden }, tables);
    hidden.add(name.text.toLowerCase());
  }
  return hidden;
}
