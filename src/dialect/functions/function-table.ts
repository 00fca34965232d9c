import type { Call, Expr } from "../parse/ast.ts";
import type { Signature } from "../types/signature.ts";
import { parseSignature } from "../types/signature.ts";
import type { Type } from "../types/type.ts";
import type { Typed } from "../analyze/typed.ts";
import type { Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";

/** What a function's own translation gets, for those that are more than a template. */
export interface CallContext {
  readonly t: Translation;
  readonly call: Call;
  readonly pos: number;
  /** The arguments, already converted to the signature's types. A lambda's slot holds its body as `lambda x: …`. */
  readonly args: readonly Typed[];
  readonly result: Type;
  readonly scope: Scope;
  readonly bound: ReadonlyMap<string, Type>;
  /** Translates another expression at this place. */
  readonly analyze: (expr: Expr) => Typed;
  /** Wraps an aggregate's SQL with the call's DISTINCT, ORDER BY, FILTER and OVER. */
  readonly aggregate: (name: string, args: readonly string[]) => string;
}

export type Emit = string | ((context: CallContext) => string | Typed);

/**
 * One form of a function.
 * A template writes `$1`, `$2`, … for arguments, `$*` for all of them with commas, `~name(…)` for a macro of the library and `$R` for the result's engine type.
 * In an aggregate's template `@name(…)` is the call that takes DISTINCT, ORDER BY, FILTER and OVER.
 */
export interface Form {
  readonly kind: "scalar" | "aggregate" | "window";
  readonly signature: Signature;
  readonly emit: Emit;
  readonly volatile?: boolean;
}

/** Functions of one family by lower-case name; `source` is the manual's page. */
export interface FunctionFamily {
  readonly source: string;
  readonly functions: Readonly<Record<string, readonly Form[]>>;
}

/** Forms that share the emit: `scalar("(bigint) -> varchar", "…")`. */
export const scalar = (signature: string, emit: Emit): Form[] => [
  { kind: "scalar", signature: parseSignature(signature), emit },
];
export const volatile = (signature: string, emit: Emit): Form[] => [
  { kind: "scalar", signature: parseSignature(signature), emit, volatile: true },
];
export const aggregate = (signature: string, emit: Emit): Form[] => [
  { kind: "aggregate", signature: parseSignature(signature), emit },
];
export const windowed = (signature: string, emit: Emit): Form[] => [
  { kind: "window", signature: parseSignature(signature), emit },
];
/** Several forms of one name, tried together. */
export const forms = (...all: readonly (readonly Form[])[]): Form[] => all.flat();

export const family = (
  source: string,
  functions: Readonly<Record<string, readonly Form[]>>,
): FunctionFamily => ({ source, functions });
