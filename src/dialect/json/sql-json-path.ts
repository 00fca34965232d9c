import { nodesIn } from "../parse/nodes-in.ts";
import { SqlError } from "../sql-error.ts";

/** An SQL/JSON path as a tree. `of` is evaluated first. */
export type JsonPath =
  | { readonly kind: "context" | "current" | "last" }
  | { readonly kind: "variable"; readonly name: string }
  /** The JSON text of a literal. */
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "member"; readonly of: JsonPath; readonly name: string }
  | { readonly kind: "descendants"; readonly of: JsonPath; readonly name: string }
  | { readonly kind: "values" | "elements"; readonly of: JsonPath }
  | { readonly kind: "subscript"; readonly of: JsonPath; readonly ranges: readonly SubscriptRange[] }
  | { readonly kind: "filter"; readonly of: JsonPath; readonly by: Predicate }
  | { readonly kind: "method"; readonly of: JsonPath; readonly name: string }
  | { readonly kind: "negate"; readonly of: JsonPath }
  | {
      readonly kind: "arithmetic";
      readonly op: string;
      readonly left: JsonPath;
      readonly right: JsonPath;
    };

export interface SubscriptRange {
  readonly from: JsonPath;
  readonly to: JsonPath | null;
}

export type Predicate =
  | { readonly kind: "compare"; readonly op: string; readonly left: JsonPath; readonly right: JsonPath }
  | { readonly kind: "exists"; readonly of: JsonPath }
  | { readonly kind: "startsWith"; readonly of: JsonPath; readonly start: JsonPath }
  | { readonly kind: "unknown" | "not"; readonly of: Predicate }
  | { readonly kind: "and" | "or"; readonly left: Predicate; readonly right: Predicate };

export interface ParsedPath {
  readonly strict: boolean;
  readonly path: JsonPath;
}

const syntaxError = (reason: string): SqlError => new SqlError("SYNTAX_ERROR", reason);
const isSyntaxError = (error: unknown): boolean => error instanceof SqlError && error.kind === "SYNTAX_ERROR";

const METHODS = ["type", "size", "double", "ceiling", "floor", "abs", "keyvalue"];

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\[\s\S])*")|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\$?[A-Za-z_][A-Za-z0-9_]*)|(\.\.|&&|\|\||==|<>|!=|<=|>=|[[\](){}.,*?@$+\-/%<>=!]))/y;

/** Parses `lax $.a[*] ? (@.b > 1)`. @throws SqlError SYNTAX_ERROR with the reason, NOT_SUPPORTED with the name of what is. */
export function parseSqlJsonPath(text: string): ParsedPath {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== "") {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw syntaxError(`unexpected '${text.slice(at).trim()[0]}'`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? match[4]!);
  }
  let i = 0;
  const fail = (): never => {
    throw syntaxError(i < tokens.length ? `unexpected '${tokens[i]}'` : "unexpected end");
  };
  const is = (...words: string[]): boolean => words.every((word, n) => tokens[i + n] === word);
  const take = (...words: string[]): boolean => {
    const isNext = is(...words);
    if (isNext) i += words.length;
    return isNext;
  };
  const expect = (word: string): void => {
    if (!take(word)) fail();
  };
  const isText = (): boolean => tokens[i]?.startsWith('"') ?? false;
  const string = (): string => (isText() ? (JSON.parse(tokens[i++]!) as string) : fail());
  const name = (): string =>
    isText() ? string() : /^[A-Za-z_]/.test(tokens[i] ?? "") ? tokens[i++]! : fail();

  const sum = (): JsonPath => chain(product, ["+", "-"]);
  const product = (): JsonPath => chain(unary, ["*", "/", "%"]);
  const chain = (operand: () => JsonPath, ops: readonly string[]): JsonPath => {
    let left = operand();
    while (ops.includes(tokens[i] ?? ""))
      left = { kind: "arithmetic", op: tokens[i++]!, left, right: operand() };
    return left;
  };
  const unary = (): JsonPath => {
    if (take("-")) return { kind: "negate", of: unary() };
    if (take("+")) return unary();
    return accessors();
  };
  const primary = (): JsonPath => {
    const token = tokens[i] ?? fail();
    if (take("$")) return { kind: "context" };
    if (take("@")) return { kind: "current" };
    if (take("(")) {
      const inner = sum();
      expect(")");
      return inner;
    }
    i++;
    if (token === "last") return { kind: "last" };
    if (/^["\d]/.test(token) || ["true", "false", "null"].includes(token))
      return { kind: "literal", text: token };
    if (token.startsWith("$")) return { kind: "variable", name: token.slice(1) };
    i--;
    return fail();
  };
  const accessors = (): JsonPath => {
    let of = primary();
    for (;;) {
      if (take("..")) of = { kind: "descendants", of, name: name() };
      else if (take(".", "*")) of = { kind: "values", of };
      else if (take(".")) {
        const word = name();
        if (take("(")) {
          expect(")");
          if (!METHODS.includes(word)) throw new SqlError("NOT_SUPPORTED", `the method ${word}()`);
          of = { kind: "method", of, name: word };
        } else of = { kind: "member", of, name: word };
      } else if (take("[", "*", "]")) of = { kind: "elements", of };
      else if (take("[")) {
        const ranges: SubscriptRange[] = [];
        do ranges.push({ from: sum(), to: take("to") ? sum() : null });
        while (take(","));
        expect("]");
        of = { kind: "subscript", of, ranges };
      } else if (take("?")) {
        expect("(");
        of = { kind: "filter", of, by: either() };
        expect(")");
      } else return of;
    }
  };

  const either = (): Predicate => {
    let left = both();
    while (take("||")) left = { kind: "or", left, right: both() };
    return left;
  };
  const both = (): Predicate => {
    let left = single();
    while (take("&&")) left = { kind: "and", left, right: single() };
    return left;
  };
  const delimited = (): Predicate | null => {
    if (take("exists")) {
      expect("(");
      const of = sum();
      expect(")");
      return { kind: "exists", of };
    }
    if (!is("(")) return null;
    // A parenthesis may hold a predicate or begin a path.
    const start = i++;
    try {
      const inner = either();
      expect(")");
      if (take("is")) {
        expect("unknown");
        return { kind: "unknown", of: inner };
      }
      if (i >= tokens.length || is(")") || is("&&") || is("||")) return inner;
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      // It is a path.
    }
    i = start;
    return null;
  };
  const single = (): Predicate => {
    if (take("!")) return { kind: "not", of: delimited() ?? fail() };
    const predicate = delimited();
    if (predicate !== null) return predicate;
    const left = sum();
    if (take("starts")) {
      expect("with");
      return { kind: "startsWith", of: left, start: primary() };
    }
    if (is("like_regex")) throw new SqlError("NOT_SUPPORTED", "like_regex");
    const op = tokens[i] ?? fail();
    if (!["==", "<>", "!=", "<", ">", "<=", ">="].includes(op)) fail();
    i++;
    return { kind: "compare", op, left, right: sum() };
  };

  const strict = take("strict");
  if (!strict && !take("lax")) throw syntaxError("it starts with neither lax nor strict");
  const path = sum();
  if (i < tokens.length) fail();
  return { strict, path };
}

export const variablesOf = (path: ParsedPath): string[] =>
  [...nodesIn(path)].filter(({ kind }) => kind === "variable").map(({ name }) => name as string);
