import type { SqlErrorKind } from "../sql-error.ts";

/** Flags of what SQL contains, computed as it is built. */
export const HOLDS = {
  /** A query, which is not allowed in a lambda. */
  query: 1,
  /** A value that varies by row: a column or lambda variable. */
  variable: 2,
  /** A failure of the dialect. */
  failure: 4,
  /** A call of a script function. */
  script: 8,
  try: 16,
  /** A place that a template fills. */
  hole: 32,
  /** A window function inside of another. */
  nested: 64,
} as const;

interface Facts {
  /** {@link HOLDS} flags of the node and its parts. */
  readonly holds: number;
  /** Approximate length in characters, with the macros that the engine writes out. */
  readonly size: number;
  /** Nesting depth of lambdas and lets, from which bound variables are named, so that nested names differ. */
  readonly height: number;
}

interface Leaf extends Facts {
  readonly parts: readonly [];
}
interface Parent<P extends readonly Sql[] = readonly Sql[]> extends Facts {
  readonly parts: P;
}

export interface Variable extends Leaf {
  readonly kind: "variable";
  /** Fixed name in a macro; null if the printer chooses one. */
  readonly name: string | null;
}

/** A lambda parameter: a variable, or several that are its fields. */
export type Parameter = Variable | readonly { readonly variable: Variable; readonly field: string }[];

export interface Lambda extends Parent<readonly [Sql]> {
  readonly kind: "lambda";
  readonly parameters: readonly Parameter[];
}

/** CASE: its parts are the operand, if it has one, a test and a value for each WHEN, and the value of ELSE, if it has one. */
export interface Case extends Parent {
  readonly kind: "case";
  readonly hasOperand: boolean;
  readonly hasElse: boolean;
}

/** What a call of a macro becomes in the engine, which writes the macro's body in its place. */
export interface MacroUses {
  /** How often each argument is written. */
  readonly args: readonly number[];
  /** Characters of the body, without arguments and texts. */
  readonly length: number;
}

/** Operators behind their operand. */
export type PostfixOperator = "IS NULL" | "IS NOT NULL";
/** Operators before or behind one operand; the others stand between two. */
export type UnaryOperator = "NOT" | "-" | "~" | PostfixOperator;

export const isPostfix = (operator: string): operator is PostfixOperator =>
  operator === "IS NULL" || operator === "IS NOT NULL";

/**
 * The engine's SQL as a tree, printed once at the end and never parsed as text: user text occurs only in `literal` and `name`, bound names
 * only in `variable`, which the printer names.
 */
export type Sql =
  /** Words of clauses and fixed names, written by this program. */
  | (Leaf & { readonly kind: "text"; readonly text: string })
  /** A type of the engine, by its name there. */
  | (Leaf & { readonly kind: "type"; readonly name: string })
  /** A number, TRUE, FALSE or NULL. */
  | (Leaf & { readonly kind: "constant"; readonly text: string })
  | (Leaf & { readonly kind: "literal"; readonly value: string })
  | (Leaf & { readonly kind: "name"; readonly name: string })
  /** A relation that the compiler named. */
  | (Leaf & { readonly kind: "relation"; readonly name: string })
  | (Parent<readonly [name: Sql]> & { readonly kind: "column"; readonly relation: string })
  | Variable
  | Lambda
  /** A function of the engine, or `~name`: a macro of the library. */
  | (Parent & { readonly kind: "call"; readonly name: string; readonly macro: MacroUses | null })
  | (Parent<readonly [Sql]> & { readonly kind: "unary"; readonly operator: UnaryOperator })
  | (Parent<readonly [Sql, Sql]> & { readonly kind: "binary"; readonly operator: string })
  | (Parent<readonly [Sql, low: Sql, high: Sql]> & { readonly kind: "between"; readonly not: boolean })
  | Case
  | (Parent<readonly [Sql, type: Sql]> & { readonly kind: "cast"; readonly orNull: boolean })
  /** In parentheses. */
  | (Parent<readonly [Sql]> & { readonly kind: "group" })
  /** `[…]`: a list of these elements. */
  | (Parent & { readonly kind: "array" })
  /** An element or a slice: `of[place]`. */
  | (Parent<readonly [of: Sql, place: Sql]> & { readonly kind: "element" })
  /** With commas between them: arguments, columns, keys. */
  | (Parent & { readonly kind: "list" })
  /** One after the other, with nothing between them. */
  | (Parent & { readonly kind: "sequence" })
  /** SELECT or VALUES with its clauses. */
  | (Parent & { readonly kind: "query" })
  /** The last part is an expression of the variables, which are the other parts, evaluated once. */
  | (Parent & { readonly kind: "let"; readonly variables: readonly Variable[] })
  /** Errors inside are at this position of the user's statement. */
  | (Parent<readonly [Sql]> & { readonly kind: "at"; readonly pos: number })
  /** Fails when evaluated; null as a position if the call around it has one. */
  | (Parent<readonly [message: Sql, type: Sql]> & {
      readonly kind: "failure";
      readonly error: SqlErrorKind;
      readonly pos: number | null;
    })
  /** What the engine does not take inside TRY: an aggregate of the query's rows (`grouped`), a window function or a subquery. */
  | (Parent<readonly [Sql]> & { readonly kind: "apart"; readonly grouped: boolean })
  /** Null instead of an error. */
  | (Parent<readonly [Sql]> & { readonly kind: "try" })
  /** A value over a window, inside of a window function: a query inside computes it. */
  | (Parent<readonly [Sql]> & { readonly kind: "nested" })
  /** Only in templates: `$1`, `$*`, `$R`; the place of `$R` is 0, that of `$*` NaN. */
  | (Leaf & { readonly kind: "hole"; readonly name: string; readonly place: number })
  /** Only in templates: the aggregate `@name(…)`, which takes the modifiers of the user's call. */
  | (Parent & { readonly kind: "aggregate"; readonly name: string });

export type SqlOf<K extends Sql["kind"]> = Extract<Sql, { kind: K }>;

export const holds = (sql: Sql, what: keyof typeof HOLDS): boolean => (sql.holds & HOLDS[what]) !== 0;

/** The SQL without its position. */
export const unplaced = (sql: Sql): Exclude<Sql, { kind: "at" }> =>
  sql.kind === "at" ? unplaced(sql.parts[0]) : sql;
