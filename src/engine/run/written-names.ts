import type { Dialect } from "../../dialect/dialect.ts";
import { scanCode } from "../../dialect/parse/scan.ts";
import type { MarkedSql } from "../../dialect/sql/print-sql.ts";
import { shownName } from "../../dialect/sql/tree.ts";

/** Words of the engine's expressions that are no names. */
const SYNTAX = new Set(
  `and or not is null case when then else end between in like escape cast as distinct from asc desc nulls first last over partition by order
  rows range groups preceding following unbounded current row filter where true false exclude`.split(/\s+/),
);

/** Aggregates that the engine puts in the place of others. */
const ALIKE: Readonly<Record<string, string>> = { sum_no_overflow: "sum", count_star: "count" };

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$·]*|[\d.]+|::|[^]/gu;
const WORD = /^[\p{L}_"]/u;
const NUMBER = /^\d/;

type Tokens = readonly string[];

/** Longer calls are not told apart, and longer expressions not shown: what EXPLAIN costs grows with the statement only. */
const MAX_CALL_TOKENS = 200;
const MAX_EXPRESSION = 4000;

/** The engine's expressions in the words of a statement: what only the engine's SQL has is never shown. */
export class WrittenNames {
  private readonly words = new Set<string>();
  private readonly numbers = new Set<number>();
  /** Calls of the statement by what the engine calls in their place. */
  private readonly calls = new Map<string, Set<string>>();

  constructor(statement: string, dialect: Dialect, { sql, marks }: MarkedSql) {
    const pieces = [...scanCode(statement, dialect)];
    for (const { kind, text } of pieces)
      if (kind === "word" || kind === "quoted") this.words.add(unquoted(text).toLowerCase());
      else if (NUMBER.test(text)) this.numbers.add(Number(text));
    for (const [, column] of sql.matchAll(/'(?:[^']|'')*'|(?<=\.)("(?:[^"]|"")*")/g))
      if (column !== undefined) this.words.add(shownName(unquoted(column)).toLowerCase());
    const statementCalls = new Calls(pieces.map(({ text }) => text));
    const indexes = new Map(pieces.map(({ start }, i) => [start, i]));
    const tokens = [...sql.matchAll(TOKEN)];
    const engineCalls = new Calls(tokens.map(([token]) => token));
    const engineIndexes = new Map(tokens.map(({ index }, i) => [index, i]));
    for (const { at, pos } of marks) {
      const engine = engineCalls.at(engineIndexes.get(at));
      const from = indexes.get(pos);
      const called = statementCalls.at(from).length;
      if (called === 0 || engine.length === 0) continue;
      const text = statement.slice(pos, pieces[from! + called - 1]!.end).replace(/\s+/g, " ");
      for (const key of keysOf(engine)) this.calls.set(key, (this.calls.get(key) ?? new Set()).add(text));
    }
  }

  /** An expression in words of the statement; else `…(…)` with the names and calls of the statement that it is made of. */
  inStatementWords(expression: string): string {
    if (expression.length > MAX_EXPRESSION) return "…";
    const parts = conjuncts(expression).map((one) =>
      this.writtenPart(this.withoutCasts(one.match(TOKEN) ?? [])),
    );
    return parts.filter((part) => part !== "").join(" AND ");
  }

  private writtenPart(tokens: Tokens): string {
    if (tokens[0] === "NOT" && tokens[2] === "isnan") return "";
    const names = new Set<string>();
    let text = "";
    let isWritten = true;
    const all = new Calls(tokens);
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      if (token === "#") isWritten = false;
      // Decimals are divided as whole numbers.
      if (tokens[i - 2] === "*" && NUMBER.test(token) && !this.numbers.has(Number(token))) isWritten = false;
      const call = all.at(i);
      const calls = this.callsOf(call);
      const negated = token === "-" && tokens[i + 1] === "(" ? all.at(i + 2) : [];
      const largest = this.callsOf(negated);
      if (calls.length > 0 || isLargest(largest)) {
        const texts = calls.length > 0 ? calls : largest;
        for (const one of texts) names.add(one);
        text += texts.join(", ");
        i += calls.length > 0 ? call.length - 1 : negated.length + 2;
      } else if (isRelation(token) && tokens[i + 1] === ".") i += 1;
      else if (WORD.test(token)) {
        const name = shownName(unquoted(token));
        const isName = this.words.has(name.toLowerCase());
        const isSyntax = SYNTAX.has(name.toLowerCase());
        if (!isName && (!isSyntax || name === "CASE")) isWritten = false;
        else if (isName && !isSyntax && call.length === 0 && tokens[i - 2] !== "AS") names.add(name);
        text += name;
      } else text += token;
    }
    if (isWritten) return text;
    return names.size === 0 ? "…" : `…(${[...names].join(", ")})`;
  }

  /** Without casts that the statement does not have. */
  private withoutCasts(tokens: Tokens): Tokens {
    const at = tokens.indexOf("CAST");
    const call = at < 0 ? [] : new Calls(tokens).at(at);
    if (call.length === 0) return tokens;
    const as = call.lastIndexOf("AS");
    const isOwn = this.words.has(call[as + 2]!.toLowerCase());
    const inside = this.withoutCasts(call.slice(2, as - 1));
    const value = isOwn ? [...call.slice(0, 2), ...inside, ...call.slice(as - 1)] : inside;
    return [...tokens.slice(0, at), ...value, ...this.withoutCasts(tokens.slice(at + call.length))];
  }

  private callsOf(call: Tokens): readonly string[] {
    if (call.length === 0) return [];
    return [...(keysOf(call).map((key) => this.calls.get(key)).find(Boolean) ?? [])]; // prettier-ignore
  }
}

/** The largest number is the smallest of the negated ones, as it prefers numbers to NaN. */
const isLargest = (calls: readonly string[]): boolean =>
  calls.length > 0 && calls.every((call) => /^max\b/i.test(call));

const unquoted = (token: string): string =>
  /^["`]/.test(token) ? token.slice(1, -1).replaceAll(token[0]!.repeat(2), token[0]!) : token;

/** The calls `f ( … )` in a list of tokens. */
class Calls {
  readonly #tokens: Tokens;
  /** Index of the bracket that closes an open one. */
  readonly #closing = new Map<number, number>();

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    const open: number[] = [];
    for (const [i, token] of tokens.entries()) {
      if (token === "(") open.push(i);
      else if (token === ")" && open.length > 0) this.#closing.set(open.pop()!, i);
    }
  }

  /** The call that begins at an index; empty if none does, or a long one. */
  at(index: number | undefined): Tokens {
    if (index === undefined || this.#tokens[index + 1] !== "(" || !WORD.test(this.#tokens[index]!)) return [];
    const end = this.#closing.get(index + 1);
    return end === undefined || end - index > MAX_CALL_TOKENS ? [] : this.#tokens.slice(index, end + 1);
  }
}

/**
 * What tells a call from others: all that is in it, or its name and first column, where the engine has left out the rest. Of rows that it
 * counts the engine leaves out all.
 */
function keysOf([called, ...rest]: Tokens): string[] {
  const name = unquoted(called!).toLowerCase();
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
