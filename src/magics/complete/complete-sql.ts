import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { entriesOf } from "../../dialect/functions/find-function.ts";
import { keywordsOf, needsQuotes } from "../../dialect/parse/reserved.ts";
import { quoteIn } from "../../dialect/quote.ts";
import { typeNamesOf } from "../../dialect/analyze/type-names.ts";
import type { VisibleRelation } from "../../dialect/visible/relation-columns.ts";
import type { VisibleNames } from "../../dialect/visible/visible-names.ts";
import { sameName } from "../../dialect/same-name.ts";
import { namesInQuery } from "../sql/names-in-query.ts";
import { candidate, startingWith, type Candidate, type Candidates } from "./completion.ts";

/** A magic's query. */
export interface SqlBody {
  readonly sql: string;
  /** Its offset in the cell. */
  readonly start: number;
  readonly dialect: Dialect;
  readonly database: string | null;
  /** Whether its FROM names variables of the notebook too. */
  readonly isLocal?: boolean;
}

/** Candidates in a complete or incomplete query: columns, aliases, tables, functions and keywords, in this order. */
export function completeSql(
  body: SqlBody,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): Candidates {
  const offset = cursor - body.start;
  const tables = body.isLocal === true ? scope.tables : undefined;
  const names = namesInQuery(body.sql, offset, body.dialect, catalogue, body.database, tables);
  const { kind } = names.cursorPiece ?? {};
  if (kind !== undefined && kind !== "word" && kind !== "quoted") return { candidates: [], start: cursor };

  const nameStart = /^\{/.test(body.sql.slice(names.start, offset)) ? names.start + 1 : names.start;
  const start = body.start + nameStart;
  const word = body.sql.slice(nameStart, offset);
  if (body.sql[nameStart - 1] === "{") {
    const variables = (scope.variables ?? []).map((name) => candidate(name, "variable"));
    return { candidates: startingWith(word, variables), start };
  }
  const quote = body.dialect === "hive" ? "`" : '"';
  const quoted = word.startsWith(quote);
  const offered = startingWith(
    quoted ? word.slice(1) : word,
    candidatesAt(names, body, word, catalogue, scope),
  );
  const candidates = quoted ? offered.filter(isIdentifier) : offered;
  return {
    candidates: candidates.map((one) =>
      isIdentifier(one) && (quoted || needsQuotes(one.text, body.dialect))
        ? { ...one, text: quoteIn(one.text, body.dialect) }
        : one,
    ),
    start,
  };
}

function candidatesAt(
  names: VisibleNames,
  body: SqlBody,
  word: string,
  catalogue: KnownCatalogue,
  { variables = [] }: CompletionScope,
): Candidate[] {
  const { expected, previous, relations, commonTables, qualifiers } = names;
  if (qualifiers.length > 0) return qualified(names, body, catalogue);
  switch (expected) {
    case "name":
      return [];
    case "type":
      return [...typeNamesOf(body.dialect)].map((name) => candidate(letterCase(body, word)(name), "keyword"));
    case "word":
      return keywords(body, word);
    case "value":
      return [
        ...columns(relations),
        ...aliases(relations),
        ...functions(body, word),
        ...keywords(body, word),
      ];
    case "table":
      return [
        ...commonTables.map(({ name }) => candidate(name ?? "", "table", "in this query")),
        ...(body.isLocal === true
          ? variables.map((name) => candidate(name, "variable", "in this notebook"))
          : []),
        ...tables(body.database, catalogue),
        ...(catalogue.databases ?? []).map((name) => candidate(name, "database")),
        ...functions(body, word).filter(({ text }) => text.toLowerCase() === "unnest"),
        ...(previous?.text === "(" ? keywords(body, word) : []),
      ];
  }
}

/** After `a.`: columns of the relation a, else tables of the database a. */
function qualified(
  { qualifiers, relations }: VisibleNames,
  body: SqlBody,
  catalogue: KnownCatalogue,
): Candidate[] {
  const [name, other] = qualifiers.slice(-2).reverse();
  if (name === undefined) return [];
  const relation = relations.find(
    (one) =>
      (other === undefined && sameName(one.name, name)) ||
      (sameName(one.table?.name ?? null, name) &&
        sameName(one.table?.database ?? null, other ?? body.database)),
  );
  return relation === undefined ? tables(name, catalogue) : columns([relation]);
}

function columns(relations: readonly VisibleRelation[]): Candidate[] {
  return relations.flatMap(({ name, columns: entries }) =>
    (entries ?? []).map((column) =>
      candidate(column.name, "column", [column.type, name].filter((part) => part !== null).join(" · ")),
    ),
  );
}

function aliases(relations: readonly VisibleRelation[]): Candidate[] {
  return relations.flatMap(({ name, table }) =>
    name === null ? [] : [candidate(name, "alias", table === null ? "" : `${table.database}.${table.name}`)],
  );
}

function tables(database: string | null, catalogue: KnownCatalogue): Candidate[] {
  if (database === null) return [];
  return (catalogue.tables(database) ?? []).map(({ name, count }) =>
    candidate(name, "table", count === null ? database : `${database} · ${count} rows`),
  );
}

function functions(body: SqlBody, word: string): Candidate[] {
  const cased = letterCase(body, word);
  return [...entriesOf(body.dialect).values()].map(({ name, signature, help }) =>
    candidate(cased(name), "function", `${signature}: ${help}`),
  );
}

function keywords(body: SqlBody, word: string): Candidate[] {
  const cased = letterCase(body, word);
  return [...keywordsOf(body.dialect)].map((word) => candidate(cased(word), "keyword"));
}

/** The letter case of the typed text, else of the query's keywords. */
function letterCase(body: SqlBody, prefix: string): (word: string) => string {
  const upper = prefix === "" ? /\b(?:SELECT|FROM|WITH)\b/.test(body.sql) : /^[A-Z_]+$/.test(prefix);
  return (word) => (upper ? word.toUpperCase() : word);
}

function isIdentifier({ type }: Candidate): boolean {
  return type === "column" || type === "alias" || type === "table" || type === "database";
}
