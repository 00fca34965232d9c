import { step } from "../budget.ts";
import type { SqlErrorKind } from "../sql-error.ts";
import { DATA_CATALOG, LIBRARY } from "../storage-names.ts";
import { macroUses, type MacroUses } from "./macro-uses.ts";

/** Flags of what SQL contains, computed as it is built. */
export const HOLDS = {
  /** A subquery, which is not allowed in a lambda. */
  query: 1,
  /** A value that varies by row: a column or lambda variable. */
  variable: 2,
  /** A failure of the dialect. */
  failure: 4,
  /** A call of a script function. */
  script: 8,
  try: 16,
} as const;

interface Facts {
  /** {@link HOLDS} flags of the node and its parts. */
  readonly holds: number;
  /** Approximate length in characters, with the macros that the engine writes out. */
  readonly size: number;
  /** Nesting depth of lambdas and lets, from which bound variables are named, so that nested names differ. */
  readonly height: number;
}

export interface Variable extends Facts {
  readonly kind: "variable";
  /** Fixed name in a macro; null if the printer chooses one. */
  readonly name: string | null;
}

/** A lambda parameter: a variable, or several that are its fields. */
export type Parameter = Variable | readonly { readonly variable: Variable; readonly field: string }[];

export interface Lambda extends Facts {
  readonly kind: "lambda";
  readonly parameters: readonly Parameter[];
  readonly body: Sql;
}

/**
 * The engine's SQL as a tree, printed once at the end and never parsed as text: user text occurs only in `literal` and `name`, bound names
 * only in `variable`, which the printer names.
 */
export type Sql =
  /** Text written by this program. */
  | (Facts & { readonly kind: "text"; readonly text: string })
  | (Facts & { readonly kind: "literal"; readonly value: string })
  | (Facts & { readonly kind: "name"; readonly name: string })
  | (Facts & { readonly kind: "column"; readonly relation: string; readonly name: Sql })
  | Variable
  | Lambda
  | (Facts & { readonly kind: "call"; readonly name: string; readonly args: readonly Sql[] })
  | (Facts & { readonly kind: "list"; readonly items: readonly Sql[]; readonly separator: string })
  /** Operands evaluated once, and an expression of them. */
  | (Facts & {
      readonly kind: "let";
      readonly operands: readonly Sql[];
      readonly variables: readonly Variable[];
      readonly body: Sql;
    })
  /** Errors inside are at this position of the user's statement. */
  | (Facts & { readonly kind: "at"; readonly pos: number; readonly of: Sql })
  /** Fails when evaluated; `type` is its type. */
  | (Facts & {
      readonly kind: "failure";
      readonly error: SqlErrorKind;
      readonly pos: number;
      readonly message: Sql;
      readonly type: Sql;
    })
  /** What the engine does not take inside TRY: an aggregate of the query's rows (`grouped`), a window function or a subquery. */
  | (Facts & { readonly kind: "apart"; readonly grouped: boolean; readonly of: Sql })
  /** Null instead of an error. */
  | (Facts & { readonly kind: "try"; readonly of: Sql });

const PLAIN = { holds: 0, height: 0 };

function factsOf(parts: readonly Sql[], size: number, holds = 0): Facts {
  let height = 0;
  for (const part of parts) {
    holds |= part.holds;
    size += part.size;
    if (part.height > height) height = part.height;
  }
  step(size);
  return { holds, size, height };
}

/** SQL text written by this program, never from a user. */
export const word = (text: string): Sql => ({
  kind: "text",
  text,
  ...factsOf([], text.length, text.includes("SELECT") || text.includes("VALUES") ? HOLDS.query : 0),
});

export const literal = (value: string): Sql => ({ kind: "literal", value, ...PLAIN, size: value.length + 2 });

/** An identifier. */
export const name = (text: string): Sql => ({ kind: "name", name: text, ...PLAIN, size: text.length + 2 });

/** A column of a relation, under the name that the compiler gave it. */
export const column = (relation: string, of: Sql): Sql => ({
  kind: "column",
  relation,
  name: of,
  holds: HOLDS.variable,
  size: relation.length + 1 + of.size,
  height: 0,
});

/** A column, by index, of a relation with columns named c1, c2, … */
export const columnAt = (relation: string, index: number): Sql => column(relation, word(`c${index + 1}`));

export const variable = (fixed: string | null = null): Variable => ({
  kind: "variable",
  name: fixed,
  holds: HOLDS.variable,
  size: 2,
  height: 0,
});

/** Names c1, c2, … for these columns. */
export const columnNames = (columns: readonly unknown[]): Sql[] => columns.map((_, i) => word(`c${i + 1}`));

/** A call of a function or macro of the engine. */
export function call(of: string, given: readonly Sql[]): Sql {
  const args = given.flatMap((arg) => (arg.kind === "list" && arg.separator === ", " ? arg.items : [arg]));
  if (of === "TRY") return tryOf(args[0]!);
  const facts = factsOf(
    args,
    of.length + 2 * args.length + 2 + growth(of, args),
    of.startsWith("svc_") ? HOLDS.script : 0,
  );
  return { kind: "call", name: of, args, ...facts };
}

/** How often a macro's body has each argument; null for what is no macro. */
const usesOf = (of: string, args: readonly Sql[]): MacroUses | null =>
  of.startsWith(MACRO) ? macroUses(of.slice(MACRO.length), args.length) : null;

/** What a call's size grows by in the engine, which writes a macro's body in its place. */
function growth(of: string, args: readonly Sql[]): number {
  const uses = usesOf(of, args);
  return uses === null
    ? 0
    : args.reduce((sum, { size }, i) => sum + size * Math.max(0, uses.args[i]! - 1), uses.length);
}

/** SQL that is longer must not be written twice: nested expressions would grow exponentially. */
export const LONG = 160;

/** {@link call}, with the arguments bound that a macro would write several times. */
export function callOnce(of: string, given: readonly Sql[]): Sql {
  const made = call(of, given);
  if (made.kind !== "call") return made;
  const uses = usesOf(of, made.args);
  if (uses === null) return made;
  const bound = made.args.map((arg, i) =>
    // The engine may need a constant.
    uses.args[i]! > 1 && arg.size > (holds(arg, "variable") ? LONG : 10 * LONG) ? variable() : null,
  );
  if (bound.every((one) => one === null)) return made;
  return letIn(
    made.args.filter((_, i) => bound[i] !== null),
    bound.filter((one) => one !== null),
    call(
      of,
      made.args.map((arg, i) => bound[i] ?? arg),
    ),
  );
}

const MACRO = `${LIBRARY}.`;

export function join(items: readonly Sql[], separator: string): Sql {
  if (items.length === 1) return items[0]!;
  return { kind: "list", items, separator, ...factsOf(items, separator.length * items.length) };
}

export const commas = (items: readonly Sql[]): Sql => join(items, ", ");

export const EMPTY: Sql = { kind: "list", items: [], separator: "", ...PLAIN, size: 0 };

export function lambdaOf(parameters: readonly Parameter[], body: Sql): Lambda {
  const { holds, size, height } = factsOf([body], 12);
  return { kind: "lambda", parameters, body, holds, size, height: height + 1 };
}

/** A lambda, with its body built from the bound variables. */
export function lambda(write: (...bound: Variable[]) => Sql): Lambda {
  const bound = Array.from({ length: write.length }, () => variable());
  return lambdaOf(bound, write(...bound));
}

/** Evaluates `operands` once and binds them to `variables` in the body. */
export function letIn(operands: readonly Sql[], variables: readonly Variable[], body: Sql): Sql {
  const { holds, size, height } = factsOf(operands, body.size + 40, body.holds);
  return { kind: "let", operands, variables, body, holds, size, height: Math.max(height, body.height) + 1 };
}

export const at = (pos: number, of: Sql): Sql => ({ kind: "at", pos, of, ...factsOf([of], 0) });

export function failure(error: SqlErrorKind, pos: number, message: Sql, type: Sql): Sql {
  const facts = factsOf([message, type], error.length + 24, HOLDS.failure);
  return { kind: "failure", error, pos, message, type, ...facts };
}

export const apart = (of: Sql, grouped = false): Sql => ({
  kind: "apart",
  grouped,
  of,
  ...factsOf([of], 0),
});

export const tryOf = (of: Sql): Sql => ({ kind: "try", of, ...factsOf([of], 5, HOLDS.try) });

export const holds = (sql: Sql, what: keyof typeof HOLDS): boolean => (sql.holds & HOLDS[what]) !== 0;

/** The SQL without its position. */
export const unplaced = (sql: Sql): Exclude<Sql, { kind: "at" }> =>
  sql.kind === "at" ? unplaced(sql.of) : sql;

/** Copies a node, with its parts replaced. */
export function withParts(sql: Sql, change: (part: Sql) => Sql): Sql {
  switch (sql.kind) {
    case "call":
      return call(sql.name, sql.args.map(change));
    case "list":
      return join(sql.items.map(change), sql.separator);
    case "lambda":
      return lambdaOf(sql.parameters, change(sql.body));
    case "let":
      return letIn(sql.operands.map(change), sql.variables, change(sql.body));
    case "at":
      return at(sql.pos, change(sql.of));
    case "failure":
      return failure(sql.error, sql.pos, change(sql.message), sql.type);
    case "apart":
      return apart(change(sql.of), sql.grouped);
    case "try":
      return tryOf(change(sql.of));
    default:
      return sql;
  }
}

/** A table or view in a user database. */
export const storedTable = (database: string, table: string): Sql =>
  join([DATA_CATALOG, database, table].map(name), ".");
