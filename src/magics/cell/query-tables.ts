import type { Dialect } from "../../dialect/dialect.ts";
import { freeTables, type FreeTable } from "../../dialect/parse/free-tables.ts";
import { findPlaceholders, placeholdersAsNames, type Placeholder } from "./query-template.ts";

/** What a query's FROM clauses name. */
export interface QueryTables {
  /** Without those in braces. */
  readonly named: readonly FreeTable[];
  /** `{name}` in place of a table. */
  readonly placeholders: readonly TablePlaceholder[];
}

interface TablePlaceholder extends Placeholder {
  /** Whether the query gives the table another name. */
  readonly aliased: boolean;
}

/** The tables of a query, by the dialect's parser. A query that it can't read has none; the service reports why. */
export function queryTables(query: string, dialect: Dialect): QueryTables {
  const placeholders = findPlaceholders(query, dialect);
  const starts = new Map(placeholders.map((placeholder) => [placeholder.start, placeholder]));
  const tables = tablesOf(placeholdersAsNames(query, dialect), dialect);
  return {
    named: tables.filter(({ pos }) => !starts.has(pos)),
    placeholders: tables.flatMap(({ pos, aliased }) => {
      const placeholder = starts.get(pos);
      return placeholder?.form === "value" ? [{ ...placeholder, aliased }] : [];
    }),
  };
}

function tablesOf(sql: string, dialect: Dialect): FreeTable[] {
  try {
    return freeTables(sql, dialect);
  } catch {
    return [];
  }
}
