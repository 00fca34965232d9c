import type { Dialect } from "../../dialect/dialect.ts";
import { scanCode } from "../../dialect/parse/scan.ts";
import type { MarkedSql } from "../../dialect/sql/print-sql.ts";
import { shownName } from "../../dialect/sql/tree.ts";
import { Calls, type Tokens, unquoted, WORD } from "./call-tokens.ts";
import { Operators, type ExpressionParts } from "./written-operators.ts";

/** The engine's words for LIKE. */
const LIKE: Readonly<Record<string, string>> = { "~~": "LIKE", "!~~": "NOT LIKE" };

/** Words of the engine's expressions that are no names. */
const SYNTAX = new Set(
  `and or not is null case when then else end between in like escape cast as distinct from asc desc nulls first last over partition by order
  unnest rows range groups preceding following unbounded current row filter where true false exclude`.split(
    /\s+/,
  ),
);

/** Those that the engine also writes for what the statement says otherwise. */
const MARKED = new Set(["CASE", "UNNEST"]);

/** Aggregates that the engine puts in the place of others. */
const ALIKE: Readonly<Record<string, string>> = { sum_no_overflow: "sum", count_star: "count" };

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$·]*|[\d.]+|::|\|\||\/\/|!?~~|[^]/gu;
/** The engine's decimals, and its types of other constants. */
const DECIMAL = /'([-\d.]+)'::DECIMAL\([\d, ]+\)|CAST\('([-\d.]+)' AS DECIMAL\([\d, ]+\)\)/g;
const TYPE = /(?<=')::[A-Z]\w*(?: WITH TIME ZONE)?(?:\([\d, ]+\))?/g;

const PACKED = /^__internal_(?:de)?compress_/;

/** Numbers of more digits may be one as doubles. */
const EXACT_DIGITS = 15;

/** Longer expressions are not shown: what EXPLAIN costs grows with the statement only. */
const MAX_EXPRESSION = 4000;

/** The engine's expressions in the words of a statement: what only the engine's SQL has is never shown. */
export class WrittenNames {
  private readonly words = new Set<string>();
  /** Items of select lists, which are the names of their columns. */
  private readonly items = new Set<string>();
  /** The statement's numbers, which the engine writes with the digits of their types. */
  private readonly numbers = new Map<number, string>();
  /** Calls of the statement by what the engine calls in their place. */
  private readonly calls = new Map<string, Set<string>>();
  private readonly operators: Operators;
  private readonly casts: ReadonlySet<string>;

  constructor(statement: string, dialect: Dialect, { sql, marks }: MarkedSql) {
    const pieces = [...scanCode(statement, dialect)];
    for (const { kind, text } of pieces)
      if (kind === "word" || kind === "quoted") this.words.add(unquoted(text).toLowerCase());
      else if (kind === "number" && text.length <= EXACT_DIGITS) this.numbers.set(Number(text), text);
    for (const [, column, item] of sql.matchAll(/'(?:[^']|'')*'|(?<=\.)("(?:[^"]|"")*")|(?<= AS )("(?:[^"]|"")*")/g))
      if (column !== undefined) this.words.add(shownName(unquoted(column)).toLowerCase());
      else if (item !== undefined && shownName(unquoted(item)) === unquoted(item)) this.items.add(unquoted(item)); // prettier-ignore
    const words = pieces.map(({ text }) => text);
    const statementCalls = new Calls(words);
    this.operators = new Operators(words);
    this.casts = new Set(words.map((_, i) => castKey(statementCalls.at(i))).filter((key) => key !== ""));
    const indexes = new Map(pieces.map(({ start }, i) => [start, i]));
    const tokens = [...sql.matchAll(TOKEN)];
    const engineTokens = tokens.map(([token]) => token);
    const engineCalls = new Calls(engineTokens);
    const engineIndexes = new Map(tokens.map(({ index }, i) => [index, i]));
    const marked = marks.map(({ at, pos }) => ({
      at: callWithin(engineTokens, engineIndexes.get(at)!),
      pos,
    }));
    const places = new Set(marked.map(({ at }) => at));
    // What the engine also calls within another call does not tell calls apart.
    const within = new Set<string>();
    for (const i of engineTokens.keys())
      for (const key of places.has(i) ? [] : keysOf(engineCalls.at(i)).slice(1, 2)) within.add(key);
    const textOf = (from: number, length: number): string =>
      statement.slice(pieces[from]!.start, pieces[from + length - 1]!.end).replace(/\s+/g, " ");
    for (const i of words.keys()) {
      const call = statementCalls.at(i);
      if (call.length > 0) this.calls.set(keysOf(call)[0]!, new Set([textOf(i, call.length)]));
    }
    const alike = new Set(this.calls.keys());
    for (const { at, pos } of marked) {
      const engine = engineCalls.at(at);
      const from = indexes.get(pos);
      const called = statementCalls.at(from).length;
      if (called === 0 || engine.length === 0) continue;
      for (const key of keysOf(engine).filter((one) => !within.has(one) && !alike.has(one)))
        this.calls.set(key, (this.calls.get(key) ?? new Set()).add(textOf(from!, called)));
    }
  }

  /** An expression in words of the statement; else `…(…)` with the names and calls of the statement that it is made of. */
  inStatementWords(expression: string): string {
    const [, value, order] = /^(.*?)((?: (?:ASC|DESC))?(?: NULLS (?:FIRST|LAST))?)$/s.exec(expression)!;
    if (this.items.has(value!)) return `${value!}${order!}`;
    if (expression.length > MAX_EXPRESSION) return "…";
    const parts = conjuncts(expression.replace(DECIMAL, "$1$2").replace(TYPE, "")).map((one) =>
      this.writtenPart(this.withoutCasts(one.match(TOKEN) ?? [])),
    );
    return parts.filter((part) => part !== "").join(" AND ");
  }

  private writtenPart(tokens: Tokens): string {
    if (tokens[0] === "NOT" && tokens[2] === "isnan") return "";
    if (tokens[0] === "(" && new Calls(tokens).closing(0) === tokens.length - 1) return this.writtenPart(tokens.slice(1, -1)); // prettier-ignore
    const names = new Set<string>();
    let text = "";
    let isWritten = true;
    const parts = this.withCalls(tokens);
    const operators = this.operators.of(parts);
    for (const [i, part] of parts.entries()) {
      if (typeof part !== "string") {
        for (const call of part) names.add(call);
        if (part.length > 1) isWritten = false;
        text += part.join(", ");
      } else if (part === "#" || operators.get(i) === null) isWritten = false;
      else if (WORD.test(part)) {
        const name = shownName(unquoted(part));
        const isSyntax = SYNTAX.has(name.toLowerCase());
        const isCall = parts[i + 1] === "(";
        const isName = this.words.has(name.toLowerCase()) && (isSyntax || !isCall);
        if (!isName && (!isSyntax || MARKED.has(name))) isWritten = false;
        else if (!isSyntax && parts[i - 2] !== "AS") names.add(name);
        text += name;
      } else text += operators.get(i) ?? LIKE[part] ?? this.writtenNumber(part);
    }
    if (isWritten) return text;
    return names.size === 0 ? "…" : `…(${[...names].join(", ")})`;
  }

  private writtenNumber(token: string): string {
    return token.length > EXACT_DIGITS || !/^\d/.test(token)
      ? token
      : (this.numbers.get(Number(token)) ?? token);
  }

  /** With the statement's texts in the place of calls, without the relations of columns. */
  private withCalls(tokens: Tokens): ExpressionParts {
    const parts: (string | Tokens)[] = [];
    const all = new Calls(tokens);
    for (let i = 0; i < tokens.length; i++) {
      const call = all.at(i);
      const calls = this.callsOf(call);
      const negated = tokens[i] === "-" && tokens[i + 1] === "(" ? all.at(i + 2) : [];
      const largest = this.callsOf(negated);
      if (calls.length > 0) {
        parts.push(calls);
        i += call.length - 1;
      } else if (isLargest(largest)) {
        const end = all.closing(i + 1);
        parts.push(largest, ...this.withCalls(tokens.slice(i + 2 + negated.length, end)));
        i = end;
      } else if (isRelation(tokens[i]!) && tokens[i + 1] === ".") i += 1;
      else parts.push(tokens[i]!);
    }
    return parts;
  }

  /** Without casts that the statement does not have, and as values are before they are packed. */
  private withoutCasts(tokens: Tokens): Tokens {
    const at = tokens.findIndex((token) => token === "CAST" || PACKED.test(token));
    const call = at < 0 ? [] : new Calls(tokens).at(at);
    if (call.length === 0) return tokens;
    // Packed numbers have the smallest one behind them.
    const end = call[0] === "CAST" ? call.lastIndexOf("AS") - 1 : call[0]!.includes("integral") ? call.lastIndexOf(",") : -1; // prettier-ignore
    const inside = this.withoutCasts(call.slice(2, end));
    const value = this.casts.has(castKey(call)) ? [...call.slice(0, 2), ...inside, ...call.slice(end)] : inside; // prettier-ignore
    return [...tokens.slice(0, at), ...value, ...this.withoutCasts(tokens.slice(at + call.length))];
  }

  private callsOf(call: Tokens): readonly string[] {
    return [...(keysOf(call).map((key) => this.calls.get(key)).find(Boolean) ?? [])]; // prettier-ignore
  }
}

/** The largest number is the smallest of the negated ones, as it prefers numbers to NaN. */
const isLargest = (calls: readonly string[]): boolean =>
  calls.length > 0 && calls.every((call) => /^max\b/i.test(call));

/**
 * What tells a call from others: all that is in it, or its name and first column, where the engine has left out the rest. Of rows that it
 * counts the engine leaves out all.
 */
function keysOf([called, ...rest]: Tokens): string[] {
  if (called === undefined) return [];
  const name = unquoted(called).toLowerCase();
  const own = ALIKE[name] ?? name;
  const tokens = rest.filter(
    (token, i) => !/^[.\s]$/.test(token) && !(isRelation(token) && rest[i + 1] === "."),
  );
  const inside = tokens.filter((token, i) => !isPlumbing(token) && !isPlumbing(tokens[i - 1] ?? "(", "AS"));
  const column = inside.find((token) => WORD.test(token) && !SYNTAX.has(token.toLowerCase()) && tokens[tokens.indexOf(token) + 1] !== "("); // prettier-ignore
  const first = column === undefined ? "" : shownName(unquoted(column));
  const all = inside.map((token) => shownName(unquoted(token))).join(" ");
  return [`${own} ${all}`.toLowerCase(), `${own} ${first}…`.toLowerCase(), ...(own === "count" ? [own] : [])];
}

/** Where a call begins in the casts and brackets around it. */
function callWithin(tokens: Tokens, at: number): number {
  while (/^[-(]$|^CAST$/.test(tokens[at] ?? "")) at++;
  return at;
}

/** What tells a cast from others: its value, without casts and brackets, and its type. */
const castKey = (call: Tokens): string =>
  /^cast$/i.test(call[0] ?? "")
    ? call.filter((token) => !/^[\s()]$|^cast$/i.test(token)).map((token) => unquoted(token)).join(" ").toLowerCase()
    : ""; // prettier-ignore

/** Brackets and casts, which the engine writes as it likes. */
const isPlumbing = (token: string, ...only: readonly string[]): boolean =>
  (only.length > 0 ? [...only, "::"] : ["(", ")", "CAST", "AS", "::"]).includes(token);

/** Names that the compiler gives to relations. */
const isRelation = (token: string): boolean => /^[a-z]\d+$/.test(token);

/** The conditions of an AND, without the brackets around them. */
function conjuncts(expression: string): string[] {
  const text = expression.trim();
  let depth = 0;
  const cuts: number[] = [];
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  let isBracketed = tokens[0] === "(";
  for (const token of tokens) {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    at += token.length;
    if (depth === 0 && at < text.length) isBracketed = false;
    if (depth === 0 && token === "AND") cuts.push(at);
  }
  if (isBracketed) return conjuncts(text.slice(1, -1));
  if (cuts.length === 0) return [text];
  return [...cuts, text.length + 3].flatMap((cut, i) => conjuncts(text.slice(cuts[i - 1] ?? 0, cut - 3)));
}
