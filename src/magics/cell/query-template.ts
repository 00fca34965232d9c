import { UsageError } from "../../core/errors.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { scan } from "../../dialect/parse/scan.ts";
import { isIdentifier } from "./identifier.ts";
import { templateText } from "./string-literal.ts";

/** `{name}` or `{name:raw}` in a query, and where it stands. */
interface Placeholder {
  readonly name: string;
  readonly raw: boolean;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const PLACEHOLDER = /(?<!\{)\{([^{}:\s]+)(:raw)?\}(?!\})/gu;

/** Names that a query mentions as `{name}` or `{name:raw}`, whether or not there are such variables. */
export function placeholderNames(query: string, dialect: Dialect): string[] {
  return [...new Set(findPlaceholders(query, dialect).map((placeholder) => placeholder.name))];
}

/** The placeholders whose variables are not among `bound`, with what stands in quotes left out: their braces went to the engine. */
export function unboundNames(query: string, dialect: Dialect, bound: readonly string[]): string[] {
  return findPlaceholders(query, dialect).flatMap(({ name, quoted }) =>
    quoted || bound.includes(name) ? [] : [name],
  );
}

/** The variable whose value stands at a place of the query's template, counted from 1. */
export function nameAtPlace(
  query: string,
  dialect: Dialect,
  bound: readonly string[],
  place: number,
): string | null {
  const values = findPlaceholders(query, dialect).filter(({ name }) => bound.includes(name));
  return values[place - 1]?.name ?? null;
}

/**
 * A query as a TypeScript expression whose value is that text, with each `{name}` of a bound variable replaced by the
 * variable's value as an SQL literal (`{name:raw}`: by its text). All other braces stay as they are, and so does everything in
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
    if (placeholder.quoted && !placeholder.raw) throw insideQuotes(query, placeholder);
    const value = placeholder.raw ? `${tag}.raw(${placeholder.name})` : placeholder.name;
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
    const name = match[1] ?? "";
    if (!isIdentifier(name)) continue;
    const span = spans.find((token) => token.start < match.index && match.index < token.end);
    if (span?.kind === "comment") continue;
    const end = match.index + match[0].length;
    found.push({ name, raw: match[2] !== undefined, start: match.index, end, quoted: span !== undefined });
  }
  return found;
}

function insideQuotes(query: string, { name, start }: Placeholder): UsageError {
  const line = query.slice(0, start).split("\n").length;
  return new UsageError(
    `{${name}} stands inside quotes (line ${line} of the query), but values bring their own; ` +
      `write {${name}} without quotes, or {${name}:raw} for its text as it is`,
  );
}
