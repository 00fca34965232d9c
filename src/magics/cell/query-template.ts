import { UsageError } from "../../core/errors.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { scan } from "../../dialect/parse/scan.ts";
import { isIdentifier } from "./source/identifier.ts";
import { templateText } from "./source/string-literal.ts";

/** `{name}`, `{name.field}`, `{name:raw}` or `{name:id}` in a query, and where it stands. */
interface Placeholder {
  /** The variable. */
  readonly name: string;
  /** The variable, or a field of it, as code. */
  readonly path: string;
  readonly form: "value" | "raw" | "id";
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** Also a word that can't name a variable, such as `in`. */
const FIELD = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const PLACEHOLDER = /(?<!\{)\{([^{}:\s]+)(?::(raw|id))?\}(?!\})/gu;

/** Names of variables that a query mentions as `{name}` and the like, whether or not there are such variables. */
export function placeholderNames(query: string, dialect: Dialect): string[] {
  return [...new Set(findPlaceholders(query, dialect).map((placeholder) => placeholder.name))];
}

/**
 * A query of the same length with a parameter at the place of each `{name}`, for a look at what stands around them; null where one is
 * more than a value.
 */
export function placeholdersAsParameters(query: string, dialect: Dialect): string | null {
  let inside = "";
  let done = 0;
  for (const { form, quoted, start, end } of findPlaceholders(query, dialect)) {
    if (form !== "value") return null;
    if (quoted) continue;
    inside += query.slice(done, start);
    // A list stands in brackets of its own.
    inside += (/\bin\s*$/i.test(inside) ? "(?)" : "?").padEnd(end - start);
    done = end;
  }
  return inside + query.slice(done);
}

/** The placeholders whose variables are not among `bound`, with what is in quotes left out: their braces went to the engine. */
export function unboundNames(query: string, dialect: Dialect, bound: readonly string[]): string[] {
  return findPlaceholders(query, dialect).flatMap(({ name, quoted }) =>
    quoted || bound.includes(name) ? [] : [name],
  );
}

/** The variable whose value is at a place of the query's template, counted from 1. */
export function nameAtPlace(
  query: string,
  dialect: Dialect,
  bound: readonly string[],
  place: number,
): string | null {
  const values = findPlaceholders(query, dialect).filter(({ name }) => bound.includes(name));
  return values[place - 1]?.path ?? null;
}

/**
 * A query as a TypeScript expression whose value is that text, with each `{name}` of a bound variable replaced by the
 * variable's value as an SQL literal (`{name:raw}`: by its text; `{name:id}`: as an identifier), and so `{name.field}`. All other braces stay as they are, and so does everything in
 * comments.
 *
 * @param tag - Name of the `sql` tag where the expression will stand.
 * @returns The expression, and whether it uses the `sql` tag.
 * @throws UsageError when `{name}` stands inside quotes: its value would end the quotation.
 */
export function queryCode(
  query: string,
  dialect: Dialect,
  bound: ReadonlySet<string>,
  tag = "sql",
): { code: string; tagged: boolean } {
  let inside = "";
  let done = 0;
  for (const placeholder of findPlaceholders(query, dialect)) {
    if (!bound.has(placeholder.name)) continue;
    const { form, path } = placeholder;
    if (placeholder.quoted && form !== "raw") throw insideQuotes(query, placeholder);
    const value = form === "value" ? path : `${tag}.${form}(${path})`;
    inside += `${templateText(query.slice(done, placeholder.start))}\${${value}}`;
    done = placeholder.end;
  }
  inside += templateText(query.slice(done));
  return { code: `${done > 0 ? tag : ""}\`${inside}\``, tagged: done > 0 };
}

function findPlaceholders(query: string, dialect: Dialect): Placeholder[] {
  if (!query.includes("{")) return [];
  const spans = [...scan(query, dialect)].filter((token) => !/word|number|op/.test(token.kind));
  const found: Placeholder[] = [];
  for (const match of query.matchAll(PLACEHOLDER)) {
    const path = match[1] ?? "";
    const [name = "", ...fields] = path.split(".");
    if (!isIdentifier(name) || !fields.every((field) => FIELD.test(field))) continue;
    const span = spans.find((token) => token.start < match.index && match.index < token.end);
    if (span?.kind === "comment") continue;
    const end = match.index + match[0].length;
    const form = (match[2] as "raw" | "id" | undefined) ?? "value";
    found.push({ name, path, form, start: match.index, end, quoted: span !== undefined });
  }
  return found;
}

function insideQuotes(query: string, { path, start }: Placeholder): UsageError {
  const line = query.slice(0, start).split("\n").length;
  return new UsageError(
    `{${path}} stands inside quotes (line ${line} of the query), but values bring their own; ` +
      `write {${path}} without quotes, or {${path}:raw} for its text as it is`,
  );
}
