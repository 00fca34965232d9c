import type { Dialect } from "../dialect.ts";
import type { Name, Query } from "./ast.ts";
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
  const found: FreeTable[] = [];
  addFree(parseStatement(sql, dialect, null), new Set(), found);
  return found.sort((a, b) => a.pos - b.pos);
}

function addFree(node: unknown, hidden: ReadonlySet<string>, found: FreeTable[], aliased = false): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) return node.forEach((item) => addFree(item, hidden, found));
  const {
    with: common = [],
    recursive,
    ...parts
  } = node as Partial<Pick<Query, "with" | "recursive">> & Readonly<Record<string, unknown>>;
  const inner = new Set(hidden);
  for (const { name, query } of common) {
    const own = name.text.toLowerCase();
    addFree(query, recursive ? new Set([...inner, own]) : inner, found);
    inner.add(own);
  }
  const { kind, name, pos } = parts;
  if (kind === "table" && Array.isArray(name) && name.length === 1) {
    const { text } = name[0] as Name;
    const of = text.startsWith("'") ? "file" : /^job\(\d+\)$/.test(text) ? "job" : "name";
    if (!inner.has(text.toLowerCase())) found.push({ name: text, kind: of, pos: pos as number, aliased });
    return;
  }
  // Hive's TABLESAMPLE stands before the alias.
  const named = kind === "alias" || (aliased && kind === "sample");
  for (const part of Object.values(parts)) addFree(part, inner, found, named);
}
