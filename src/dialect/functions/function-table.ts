// This folder: how a block of function data is read, found by its name, and refused by name where the engine can't do it.

import type { Call, Expr } from "../parse/ast.ts";
import { type Signature, parseSignature } from "../types/signature.ts";
import type { Type } from "../types/type.ts";
import type { Typed } from "../analyze/typed.ts";
import type { Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Sql } from "../sql/tree.ts";
import type { SpecialForm } from "./special-form.ts";
import type { SqlErrorKind } from "../sql-error.ts";
import { templateOf, type Template } from "../sql/template.ts";

/** Context of a call, for functions that need more than a template. */
export interface CallContext {
  readonly t: Translation;
  readonly call: Call;
  readonly pos: number;
  /** The arguments, converted to the signature's types. A lambda is passed as an SQL node. */
  readonly args: readonly Typed[];
  /** The arguments before their conversion; null for a lambda. */
  readonly sources: readonly (Typed | null)[];
  readonly result: Type;
  readonly scope: Scope;
  readonly bound: ReadonlyMap<string, Type>;
  /** Translates another expression in the call's scope. */
  readonly analyze: (expr: Expr) => Typed;
  /** SQL that fails with the message when evaluated. @param type - Its type. @default the result's */
  readonly failing: (message: string | Sql, type?: Type, kind?: SqlErrorKind) => Sql;
  /** Writes an aggregate call with the user's DISTINCT, ORDER BY, FILTER and OVER. */
  readonly aggregate: (name: string, args: readonly Sql[]) => Sql;
}

export type Emit = string | ((context: CallContext) => Sql | Typed);

/**
 * One form (overload) of a function.
 * In a template `$1`, `$2`, … are arguments, `$*` all of them (comma-separated), `~name(…)` a library macro and `$R` the result's engine
 * type. In an aggregate's template `@name(…)` is the call that takes DISTINCT, ORDER BY, FILTER and OVER.
 * `fail(KIND, message, TYPE)` is an error in the place of a value.
 */
export interface FunctionForm {
  readonly kind: "scalar" | "aggregate" | "window";
  readonly signature: Signature;
  /** Null when `write` is set. */
  readonly template: (() => Template) | null;
  readonly write: ((context: CallContext) => Sql | Typed) | null;
  readonly volatile?: boolean;
}

/** A function by one of its names, in lowercase: how it is called, what it gives, an example, and how it is written in the engine's SQL. */
export interface FunctionEntry {
  readonly name: string;
  /** `substr(string, start[, length]) → varchar`. */
  readonly signature: string;
  readonly help: string;
  /** `substr('abc', 2) --> "bc"`, or a statement with its rows. */
  readonly example: string;
  readonly givesRows: boolean;
  /** Null for a special form, a function that gives rows, and what the grammar reads itself. */
  readonly forms: readonly FunctionForm[] | null;
  readonly special: SpecialForm | null;
}

/** Functions of one page of a manual. */
export interface FunctionFamily {
  readonly source: string;
  readonly entries: readonly FunctionEntry[];
}

const form =
  (kind: FunctionForm["kind"], more: Partial<FunctionForm> = {}) =>
  (signature: string, emit: Emit): FunctionForm[] => {
    const emitter =
      typeof emit === "string"
        ? { template: templateOf(emit), write: null }
        : { template: null, write: emit };
    return signature
      .split(" | ")
      .flatMap(eachType)
      .map((one) => ({ kind, signature: parseSignature(one), ...emitter, ...more }));
  };
const TYPES = /\w+(?:\/\w+)+/g;
/** The signatures of `(real/double) -> real/double`: one for each of the types. */
const eachType = (signature: string): string[] =>
  (signature.match(TYPES)?.[0] ?? "")
    .split("/")
    .map((_, i) => signature.replace(TYPES, (types) => types.split("/")[i]!));
/**
 * `scalar("(bigint) -> varchar", "…")`; signatures with the same template stand in one text: `"(date) -> date | (date, bigint) -> date"`, and
 * `"(real/double) -> real/double"` if they differ only in a type.
 */
export const scalar = form("scalar");
/** A function with a different result on each call. */
export const volatile = form("scalar", { volatile: true });
export const aggregate = form("aggregate");
export const windowed = form("window");
const FORMS = { scalar, volatile, aggregate, window: windowed } as const;
/** Forms of one function with different templates. */
export const forms = (...all: readonly (readonly FunctionForm[])[]): FunctionForm[] => all.flat();

/**
 * The functions of a page of the manual, each in a block:
 *
 * ```
 * aggregate avg, mean(x) → double | mean | select avg(x) from (values 1, 3) t(x) --> [[2]]
 *   (bigint) -> double | (double) -> double = @avg($1)
 *   (decimal) -> decimal = ${averageDecimal}
 * ```
 *
 * The first line has its names with meaningful arguments, what it gives, and an example with its value. A line for each signature has its template,
 * or what builds its SQL. In place of a signature stand forms built elsewhere, or a special form. A line that begins with `--` is a comment.
 */
export const family =
  (source: string) =>
  (texts: TemplateStringsArray, ...values: readonly unknown[]): FunctionFamily => ({
    source,
    entries: readFunctionText(texts, values).flatMap(({ kind, names, lines, ...rest }) => {
      const [first] = lines;
      const special = first?.signature === null && typeof first.write === "function" ? first.write : null;
      const forms =
        special !== null || first === undefined
          ? null
          : lines.flatMap(({ signature, write }) =>
              signature === null ? (write as FunctionForm[]) : FORMS[kind](signature, write as Emit),
            );
      return names.map(({ name, signature }) => ({
        ...rest,
        name,
        signature,
        forms,
        special: special as SpecialForm | null,
      }));
    }),
  });

/** A block of a text of functions, as `family` describes it. */
interface FunctionBlock {
  readonly kind: "scalar" | "volatile" | "aggregate" | "window";
  readonly names: readonly { readonly name: string; readonly signature: string }[];
  readonly givesRows: boolean;
  readonly help: string;
  readonly example: string;
  /** Each signature with its template or the value in its place; a value alone has no signature. */
  readonly lines: readonly { readonly signature: string | null; readonly write: unknown }[];
}

/** Reads a template literal of functions. Texts and numbers among the values are part of the text. */
function readFunctionText(texts: TemplateStringsArray, values: readonly unknown[]): FunctionBlock[] {
  const source = texts.raw.reduce((text, raw, i) => {
    const value = values[i - 1];
    return `${text}${typeof value === "string" || typeof value === "number" ? value : `\0${i - 1}`}${raw}`;
  });
  const blocks: (FunctionBlock & { lines: FunctionBlock["lines"][number][] })[] = [];
  for (const line of source.split("\n")) {
    if (line === "" || line.startsWith("--")) continue;
    if (line.startsWith("  ")) blocks.at(-1)!.lines.push(readLine(line.slice(2), values));
    else blocks.push({ ...readHead(line), lines: [] });
  }
  return blocks;
}

const KIND = /^(volatile|aggregate|window) /;

function readHead(line: string): Omit<FunctionBlock, "lines"> {
  const kind = KIND.exec(line)?.[1] as FunctionBlock["kind"] | undefined;
  const [call, help, ...example] = line.replace(KIND, "").split(" | ");
  const [names] = /^\w+(?:, \w+)*/.exec(call!) ?? [];
  if (names === undefined || help === undefined || example.length === 0)
    throw new Error(`not a function with help and example: ${line}`);
  return {
    kind: kind ?? "scalar",
    givesRows: call!.endsWith(" → rows"),
    names: names.split(", ").map((name) => ({ name, signature: `${name}${call!.slice(names.length)}` })),
    help,
    example: example.join(" | "),
  };
}

function readLine(line: string, values: readonly unknown[]): FunctionBlock["lines"][number] {
  const valueOf = (text: string): unknown => (text.startsWith("\0") ? values[Number(text.slice(1))] : text);
  if (line.startsWith("\0")) return { signature: null, write: valueOf(line) };
  const end = line.indexOf(" = ");
  if (end < 0) throw new Error(`a signature without SQL: ${line}`);
  return { signature: line.slice(0, end), write: valueOf(line.slice(end + 3)) };
}
