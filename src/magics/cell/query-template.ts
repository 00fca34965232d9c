import { UsageError } from "../../core/errors.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { scan, type Piece } from "../../dialect/parse/scan.ts";
import { sql } from "../../core/sql/sql-template.ts";
import { isIdentifier, templateText } from "./source/code-text.ts";
import { edited } from "./source/edited.ts";
import { freeTables, type FreeTable } from "../../dialect/parse/free-tables.ts";

/** A placeholder in a query: `{name}`, `{name.field}`, `{name:raw}` or `{name:id}`. */
export interface Placeholder {
  readonly name: string;
  /** The variable, or its field, as code. */
  readonly path: string;
  readonly form: "value" | "raw" | "id";
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** Includes words that can't be variable names, such as `in`. */
const FIELD = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const PLACEHOLDER = /(?<!\{)\{([^{}:\s]+)(?::(raw|id))?\}(?!\})/gu;

/** Names of variables in a query's placeholders, whether or not they exist. */
export function placeholderNames(query: string, dialect: Dialect): string[] {
  return [...new Set(findPlaceholders(query, dialect).map((placeholder) => placeholder.name))];
}

/**
 * Replaces each `{name}` by a parameter, keeping the length, to analyze the rest of the query; null if a placeholder is more than a
 * value.
 */
export function placeholdersAsParameters(query: string, dialect: Dialect): string | null {
  const placeholders = findPlaceholders(query, dialect);
  if (placeholders.some(({ form }) => form !== "value")) return null;
  return withoutPlaceholders(query, placeholders, (text, isList) =>
    (isList ? "(?)" : "?").padEnd(text.length),
  );
}

/** Replaces each placeholder by a name of the same length. */
export function placeholdersAsNames(query: string, dialect: Dialect): string {
  return withoutPlaceholders(query, findPlaceholders(query, dialect), (text, isList) => {
    const name = text.replace(/[^\w]/g, "_");
    return isList ? `(${name.slice(1, -1)})` : name;
  });
}

/** @param write - What stands in place of a placeholder's text. A list, after IN, brings its parentheses. */
function withoutPlaceholders(
  query: string,
  placeholders: readonly Placeholder[],
  write: (text: string, isList: boolean) => string,
): string {
  const edits = placeholders
    .filter(({ quoted }) => !quoted)
    .map(({ start, end }) => {
      const isList = /\bin\s*$/i.test(query.slice(Math.max(0, start - 100), start));
      return { start, end, text: write(query.slice(start, end), isList) };
    });
  return edited(query, edits);
}

/** Placeholders of variables not in `bound`, which were sent to the engine with their braces; those in quotes are ignored. */
export function unboundNames(query: string, dialect: Dialect, bound: readonly string[]): string[] {
  const names = findPlaceholders(query, dialect).flatMap(({ name, quoted }) => (quoted ? [] : [name]));
  return [...new Set(names)].filter((name) => !bound.includes(name));
}

/** Texts in braces that are no placeholders, as they stand: `{names[0]}`, `{{name}}`; those in quotes and comments are ignored. */
export function otherBraces(query: string, dialect: Dialect): string[] {
  const spans = textSpans(query, dialect);
  const starts = findPlaceholders(query, dialect).map(({ start }) => start);
  return [...query.matchAll(/\{[^}\n]*\}*/g)].flatMap(({ 0: braces, index }) =>
    starts.includes(index) || spans.some(({ start, end }) => start < index && index < end) ? [] : [braces],
  );
}

/** The variable of the value at an index of the query's template, from 1. */
export function nameAtPlace(
  query: string,
  dialect: Dialect,
  bound: readonly string[],
  offset: number,
): string | null {
  const values = findPlaceholders(query, dialect).filter(({ name }) => bound.includes(name));
  return values[offset - 1]?.path ?? null;
}

/** What a placeholder that stands for a table becomes: a name, or the rows with a name. */
export type TableText = { readonly instead: string } | { readonly after: string };

/**
 * A query as a TypeScript expression with the query's text as value. Each `{name}` or `{name.field}` of a bound variable is replaced by
 * its value as an SQL literal (`{name:raw}`: as text; `{name:id}`: as an identifier). Other braces and comments are unchanged.
 *
 * @param tag - Local name of the `sql` tag.
 * @param inFrom - For the placeholders that stand for tables, by their offsets.
 * @returns the expression, and whether it uses the `sql` tag.
 * @throws UsageError when `{name}` is inside quotes, where its value could end the quote.
 */
export function queryCode(
  query: string,
  dialect: Dialect,
  bound: ReadonlySet<string>,
  tag = "sql",
  inFrom: ReadonlyMap<number, TableText> = new Map(),
): { code: string; tagged: boolean } {
  let inside = "";
  let copiedTo = 0;
  let tagged = false;
  for (const placeholder of findPlaceholders(query, dialect)) {
    if (!bound.has(placeholder.name)) continue;
    const table = inFrom.get(placeholder.start);
    if (table !== undefined && "instead" in table) {
      inside += templateText(query.slice(copiedTo, placeholder.start) + table.instead);
      copiedTo = placeholder.end;
      continue;
    }
    tagged = true;
    const { form, path } = placeholder;
    if (placeholder.quoted && form !== "raw") throw insideQuotes(query, placeholder);
    const value = form === "value" ? path : `${tag}.${form}(${path})`;
    const after = templateText(table?.after ?? "");
    inside += `${templateText(query.slice(copiedTo, placeholder.start))}\${${value}}${after}`;
    copiedTo = placeholder.end;
  }
  inside += templateText(query.slice(copiedTo));
  return { code: `${tagged ? tag : ""}\`${inside}\``, tagged };
}

/**
 * A query with the values of its placeholders, as {@link queryCode} gives them to the cell: `{name}` as an SQL literal, `{name:raw}` as text,
 * `{name:id}` as an identifier. Other braces are unchanged.
 *
 * @throws UsageError when `{name}` is inside quotes, or its value can't be in SQL.
 */
export function fillQuery(query: string, dialect: Dialect, values: ReadonlyMap<string, unknown>): string {
  const edits = findPlaceholders(query, dialect).flatMap((placeholder) => {
    const { name, path, form, start, end, quoted } = placeholder;
    if (!values.has(name)) return [];
    if (quoted && form !== "raw") throw insideQuotes(query, placeholder);
    const value = path.split(".").slice(1).reduce(fieldOf, values.get(name));
    try {
      const inserted = form === "value" ? sql`${value}` : sql[form](value as string);
      return [{ start, end, text: inserted.render(dialect) }];
    } catch (error) {
      const reason = (error as Error).message.replace(/^value 1 of the sql template: /, "");
      throw new UsageError(`{${path}}: ${reason}`, { cause: error });
    }
  });
  return edited(query, edits);
}

const fieldOf = (value: unknown, field: string): unknown =>
  Object.hasOwn(Object(value) as object, field) ? (value as Record<string, unknown>)[field] : undefined;

export function findPlaceholders(query: string, dialect: Dialect): Placeholder[] {
  if (!query.includes("{")) return [];
  const spans = textSpans(query, dialect);
  const placeholders: Placeholder[] = [];
  for (const match of query.matchAll(PLACEHOLDER)) {
    const path = match[1] ?? "";
    const [name = "", ...fields] = path.split(".");
    if (!isIdentifier(name) || !fields.every((field) => FIELD.test(field))) continue;
    const span = spans.find((token) => token.start < match.index && match.index < token.end);
    if (span?.kind === "comment") continue;
    const end = match.index + match[0].length;
    const form = (match[2] as "raw" | "id" | undefined) ?? "value";
    placeholders.push({ name, path, form, start: match.index, end, quoted: span !== undefined });
  }
  return placeholders;
}

/** Quoted texts, quoted names and comments. */
const textSpans = (query: string, dialect: Dialect): Piece[] =>
  [...scan(query, dialect)].filter((token) => !/word|number|op/.test(token.kind));

function insideQuotes(query: string, { path, start }: Placeholder): UsageError {
  const line = query.slice(0, start).split("\n").length;
  return new UsageError(
    `{${path}} is inside quotes (line ${line} of the query), but values are quoted already; ` +
      `write {${path}} without quotes, or {${path}:raw} to insert its text unchanged`,
  );
}

/** What a query's FROM clauses name. */
interface QueryTables {
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
