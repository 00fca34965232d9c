import type { Dialect } from "../../dialect/dialect.ts";
import { freeTables, type FreeTable } from "../../dialect/parse/free-tables.ts";
import { offsetOf } from "../../dialect/parse/position.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { findPlaceholders, type Placeholder } from "./query-template.ts";

/** What a query's FROM clauses name. */
export interface QueryTables {
  /** Without those in braces. */
  readonly named: readonly FreeTable[];
  /** `{name}` in place of a table. */
  readonly placeholders: readonly TablePlaceholder[];
  /** The query with all placeholders replaced, at the same length; those in place of tables by `'name'`. */
  readonly sql: string;
}

interface TablePlaceholder extends Placeholder {
  /** Whether the query gives the table another name. */
  readonly aliased: boolean;
}

/**
 * The tables of a query, by the dialect's parser: a placeholder where it expects no value stands for a table. A query that it can't read has
 * none; the service reports why.
 */
export function queryTables(query: string, dialect: Dialect): QueryTables {
  const all = findPlaceholders(query, dialect).filter(({ quoted }) => !quoted);
  const inFrom = new Set<Placeholder>();
  for (;;) {
    const sql = withoutPlaceholders(query, all, inFrom);
    try {
      const tables = freeTables(sql, dialect);
      const isPlaceholder = ({ pos }: FreeTable): boolean => [...inFrom].some(({ start }) => start === pos);
      const placeholders = [...inFrom].flatMap((placeholder) => {
        const table = tables.find(({ pos }) => pos === placeholder.start);
        return table === undefined ? [] : [{ ...placeholder, aliased: table.aliased }];
      });
      return { named: tables.filter((table) => !isPlaceholder(table)), placeholders, sql };
    } catch (error) {
      const place =
        error instanceof SqlError && error.line !== null && error.column !== null
          ? offsetOf(sql, error.line, error.column)
          : -1;
      const next = all.find((one) => one.start === place && one.form === "value" && !inFrom.has(one));
      if (next === undefined) return { named: [], placeholders: [], sql };
      inFrom.add(next);
    }
  }
}

/** The query with texts of the same length in place of its placeholders. */
function withoutPlaceholders(
  query: string,
  all: readonly Placeholder[],
  inFrom: ReadonlySet<Placeholder>,
): string {
  let text = "";
  let done = 0;
  for (const placeholder of all) {
    const { start, end, form, path } = placeholder;
    text += query.slice(done, start);
    const isList = /\bin\s*$/i.test(text);
    const value = inFrom.has(placeholder) ? `'${path}'` : form !== "value" ? "x" : isList ? "(?)" : "?";
    text += value.padEnd(end - start);
    done = end;
  }
  return text + query.slice(done);
}
