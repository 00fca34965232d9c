import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { functionHelp } from "../../dialect/functions/function-help.ts";
import { keywordsOf, needsQuotes } from "../../dialect/parse/reserved.ts";
import type { FromItem } from "../sql/from-relations.ts";
import { sameName } from "../../dialect/same-name.ts";
import { sqlPlace, type SqlPlace } from "../sql/sql-place.ts";
import { isMark, nameOf, wordOf } from "../sql/token-tree.ts";
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

/** Words followed by a table, or a database or catalog. */
const BEFORE_TABLE = /^(from|join|into|table|update|describe|desc)$/;

/** Candidates in a complete or incomplete query: columns, aliases, tables, functions and keywords, in this order. */
export function completeSql(
  body: SqlBody,
  cursor: number,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): Candidates {
  const offset = cursor - body.start;
  const place = sqlPlace(body.sql, offset, body.dialect, catalogue, body.database);
  const { token } = place;
  const start = body.start + (token?.start ?? offset);
  if (token !== null && token.kind !== "word" && token.kind !== "quoted")
    return { candidates: [], start: cursor };

  const typed = token === null ? "" : body.sql.slice(token.start, offset);
  if (isMark(place.before.at(-1), "{") && place.before.at(-1)?.end === start - body.start) {
    const names = (scope.variables ?? []).map((name) => candidate(name, "variable"));
    return { candidates: startingWith(typed, names), start };
  }
  const quote = body.dialect === "hive" ? "`" : '"';
  const quoted = typed.startsWith(quote);
  const found = startingWith(
    quoted ? typed.slice(1) : typed,
    candidatesAt(place, body, typed, catalogue, scope),
  );
  const candidates = quoted ? found.filter(isIdentifier) : found;
  return {
    candidates: candidates.map((one) =>
      isIdentifier(one) && (quoted || needsQuotes(one.text, body.dialect))
        ? { ...one, text: quote + one.text.replaceAll(quote, quote + quote) + quote }
        : one,
    ),
    start,
  };
}

function candidatesAt(
  place: SqlPlace,
  body: SqlBody,
  typed: string,
  catalogue: KnownCatalogue,
  { variables = [] }: CompletionScope,
): Candidate[] {
  if (place.qualifiers.length > 0) return qualified(place, body, catalogue);
  const { before, clause } = place;
  const previous = before.at(-1);
  const afterTable = BEFORE_TABLE.test(wordOf(previous)) || (isMark(previous, ",") && clause === "from");
  if (afterTable)
    return [
      ...place.expressions.map(({ name }) => candidate(name ?? "", "table", "in this query")),
      ...(body.isLocal === true
        ? variables.map((name) => candidate(name, "variable", "in this notebook"))
        : []),
      ...tables(body.database, catalogue),
      ...(catalogue.databases ?? []).map((name) => candidate(name, "database")),
      ...functions(body, typed).filter(({ text }) => text.toLowerCase() === "unnest"),
    ];
  const words = keywords(body, typed);
  const behindTable =
    /^(from|join|into|update|table)$/.test(clause) &&
    (nameOf(previous) !== null || previous?.kind === "group");
  if (behindTable || (before.length === 0 && place.depth === 0)) return words;
  if (/^(describe|desc|limit|offset)$/.test(clause)) return words;
  return [...columns(place.relations), ...aliases(place.relations), ...functions(body, typed), ...words];
}

/** After `a.`: columns of the relation a, else tables of the database a. */
function qualified(place: SqlPlace, body: SqlBody, catalogue: KnownCatalogue): Candidate[] {
  const [name, other] = place.qualifiers.slice(-2).reverse();
  if (name === undefined) return [];
  const relation = place.relations.find(
    (one) =>
      (other === undefined && sameName(one.name, name)) ||
      (sameName(one.table?.name ?? null, name) &&
        sameName(one.table?.database ?? null, other ?? body.database)),
  );
  return relation === undefined ? tables(name, catalogue) : columns([relation]);
}

function columns(relations: readonly FromItem[]): Candidate[] {
  return relations.flatMap(({ name, columns: known }) =>
    (known ?? []).map((column) =>
      candidate(column.name, "column", [column.type, name].filter((part) => part !== null).join(" · ")),
    ),
  );
}

function aliases(relations: readonly FromItem[]): Candidate[] {
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

function functions(body: SqlBody, typed: string): Candidate[] {
  const cased = letterCase(body, typed);
  return [...functionHelp(body.dialect).values()].map(({ name, signature, help }) =>
    candidate(cased(name), "function", `${signature}: ${help}`),
  );
}

function keywords(body: SqlBody, typed: string): Candidate[] {
  const cased = letterCase(body, typed);
  return [...keywordsOf(body.dialect)].map((word) => candidate(cased(word), "keyword"));
}

/** The letter case of the typed text, else of the query's keywords. */
function letterCase(body: SqlBody, typed: string): (word: string) => string {
  const upper = typed === "" ? /\b(?:SELECT|FROM|WITH)\b/.test(body.sql) : /^[A-Z_]+$/.test(typed);
  return (word) => (upper ? word.toUpperCase() : word);
}

function isIdentifier({ type }: Candidate): boolean {
  return type === "column" || type === "alias" || type === "table" || type === "database";
}
