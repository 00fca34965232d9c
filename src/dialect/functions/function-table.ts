import type { Call, Expr } from "../parse/ast.ts";
import type { Signature } from "../types/signature.ts";
import { parseSignature } from "../types/signature.ts";
import type { Type } from "../types/type.ts";
import type { Typed } from "../analyze/typed.ts";
import type { Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";
import type { Sql } from "../sql/tree.ts";
import type { Template } from "../sql/template.ts";
import { parseTemplate } from "../sql/template.ts";

/** What a function's own translation gets, for those that are more than a template. */
export interface CallContext {
  readonly t: Translation;
  readonly call: Call;
  readonly pos: number;
  /** The arguments, already converted to the signature's types. A lambda's slot holds it as a node. */
  readonly args: readonly Typed[];
  readonly result: Type;
  readonly scope: Scope;
  readonly bound: ReadonlyMap<string, Type>;
  /** Translates another expression at this place. */
  readonly analyze: (expr: Expr) => Typed;
  /** Wraps an aggregate's SQL with the call's DISTINCT, ORDER BY, FILTER and OVER. */
  readonly aggregate: (name: string, args: readonly Sql[]) => Sql;
}

export type Emit = string | ((context: CallContext) => Sql | Typed);

/**
 * One form of a function.
 * A template writes `$1`, `$2`, … for arguments, `$*` for all of them with commas, `~name(…)` for a macro of the library and `$R` for the result's engine type.
 * In an aggregate's template `@name(…)` is the call that takes DISTINCT, ORDER BY, FILTER and OVER.
 */
export interface Form {
  readonly kind: "scalar" | "aggregate" | "window";
  readonly signature: Signature;
  /** Null where `write` is a function of the context. */
  readonly template: Template | null;
  readonly write: ((context: CallContext) => Sql | Typed) | null;
  readonly volatile?: boolean;
}

/** Functions of one family by lower-case name; `source` is the manual's page. */
export interface FunctionFamily {
  readonly source: string;
  readonly functions: Readonly<Record<string, readonly Form[]>>;
}

const form =
  (kind: Form["kind"], more: Partial<Form> = {}) =>
  (signature: string, emit: Emit): Form[] => {
    const written =
      typeof emit === "string"
        ? { template: parseTemplate([emit]), write: null }
        : { template: null, write: emit };
    return [{ kind, signature: parseSignature(signature), ...written, ...more }];
  };
/** `scalar("(bigint) -> varchar", "…")`. */
export const scalar = form("scalar");
/** Gives another value each time that it is called. */
export const volatile = form("scalar", { volatile: true });
export const aggregate = form("aggregate");
export const windowed = form("window");
/** Several forms of one name, tried together. */
export const forms = (...all: readonly (readonly Form[])[]): Form[] => all.flat();

export const family = (
  source: string,
  functions: Readonly<Record<string, readonly Form[]>>,
): FunctionFamily => ({ source, functions });
