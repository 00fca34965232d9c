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

/** All nodes have the same members, so that reading one does not depend on its kind. */
interface SqlNode<
  Kind extends string,
  Parts extends readonly Sql[] = readonly Sql[],
  Text extends string = string,
  Detail = null,
> {
  readonly kind: Kind;
  /** What it writes itself: a word, a name, an operator, the value of a literal; "" if that is always the same. */
  readonly text: Text;
  /** What else its kind needs. */
  readonly detail: Detail;
  readonly parts: Parts;
  /** {@link HOLDS} flags of the node and its parts. */
  readonly holds: number;
  /** Approximate length in characters, with the macros that the engine writes out. */
  readonly size: number;
  /** Nesting depth of lambdas and lets, from which bound variables are named, so that nested names differ. */
  readonly height: number;
}

type Leaf<Kind extends string> = SqlNode<Kind, readonly []>;
type Wrapper<Kind extends string> = SqlNode<Kind, readonly [Sql]>;

/** A variable. Its text is its fixed name in a macro, "" if the printer chooses one. */
export type Variable = Leaf<"variable">;

/** A lambda parameter: a variable, or several that are its fields. */
export type Parameter = Variable | readonly { readonly variable: Variable; readonly field: string }[];

/** A lambda with its parameters. */
export type Lambda = SqlNode<"lambda", readonly [Sql], "", readonly Parameter[]>;

/** CASE: its parts are the operand, if it has one, a test and a value for each WHEN, and the value of ELSE, if it has one. */
export type Case = SqlNode<"case", readonly Sql[], "", { readonly hasOperand: boolean; readonly hasElse: boolean }>; // prettier-ignore

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
  | Leaf<"text">
  /** A type of the engine, by its name there. */
  | Leaf<"type">
  /** A number, TRUE, FALSE or NULL. */
  | Leaf<"constant">
  | Leaf<"literal">
  | Leaf<"name">
  /** A relation that the compiler named. */
  | Leaf<"relation">
  /** A column, by its name, of the relation that is the text. */
  | Wrapper<"column">
  | Variable
  | Lambda
  /** A function of the engine, or `~name`: a macro of the library, with what becomes of it. */
  | SqlNode<"call", readonly Sql[], string, MacroUses | null>
  | SqlNode<"unary", readonly [Sql], UnaryOperator>
  | SqlNode<"binary", readonly [Sql, Sql]>
  | SqlNode<"between", readonly [Sql, low: Sql, high: Sql], "BETWEEN" | "NOT BETWEEN">
  | Case
  | SqlNode<"cast", readonly [Sql, type: Sql], "CAST" | "TRY_CAST">
  /** In parentheses. */
  | Wrapper<"group">
  /** `[…]`: a list of these elements. */
  | SqlNode<"array">
  /** An element or a slice: `of[place]`. */
  | SqlNode<"element", readonly [of: Sql, place: Sql]>
  /** With commas between them: arguments, columns, keys. */
  | SqlNode<"list">
  /** One after the other, with nothing between them. */
  | SqlNode<"sequence">
  /** SELECT or VALUES with its clauses. */
  | SqlNode<"query">
  /** The last part is an expression of the variables, which are the other parts, evaluated once. */
  | SqlNode<"let", readonly Sql[], "", readonly Variable[]>
  /** Errors inside are at this position of the user's statement. */
  | SqlNode<"at", readonly [Sql], "", number>
  /** Fails when evaluated, with an error of the kind that is the text, at a position; null if the call around it has one. */
  | SqlNode<"failure", readonly [message: Sql, type: Sql], SqlErrorKind, number | null>
  /** What the engine does not take inside TRY: an aggregate of the query's rows (`grouped`), a window function or a subquery. */
  | SqlNode<"apart", readonly [Sql], "" | "grouped">
  /** Null instead of an error. */
  | Wrapper<"try">
  /** A value over a window, inside of a window function: a query inside computes it. */
  | Wrapper<"nested">
  /** Only in templates: `$1`, `$*`, `$R`, with its place; that of `$R` is 0, that of `$*` -1. */
  | SqlNode<"hole", readonly [], string, number>
  /** Only in templates: the aggregate `@name(…)`, which takes the modifiers of the user's call. */
  | SqlNode<"aggregate">;

export type SqlOf<K extends Sql["kind"]> = Extract<Sql, { kind: K }>;

export const holds = (sql: Sql, what: keyof typeof HOLDS): boolean => (sql.holds & HOLDS[what]) !== 0;

/** The SQL without its position. */
export const unplaced = (sql: Sql): Exclude<Sql, { kind: "at" }> =>
  sql.kind === "at" ? unplaced(sql.parts[0]) : sql;
