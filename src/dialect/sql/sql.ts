import { step } from "../budget.ts";
import type { SqlErrorKind } from "../sql-error.ts";
import { DATA_CATALOG, LIBRARY } from "../storage-names.ts";
import { HOLDS, holds, type Lambda, type MacroUses, type Parameter, type Sql, type UnaryOperator, type Variable } from "./nodes.ts"; // prettier-ignore

export { holds, unplaced, type Lambda, type Parameter, type Sql, type Variable } from "./nodes.ts";

/** Flags that a kind of node sets itself. */
const OWN: Partial<Record<Sql["kind"], number>> = {
  query: HOLDS.query,
  column: HOLDS.variable,
  failure: HOLDS.failure,
  try: HOLDS.try,
  hole: HOLDS.hole,
  aggregate: HOLDS.hole,
  nested: HOLDS.nested,
};

const leaf = { parts: [], holds: 0, height: 0 } as const;

/** What a node is besides what it is made of. @param size - Characters that it adds to its parts. */
function nodeOf<const P extends readonly Sql[]>(
  parts: P,
  size: number,
  own = 0,
): { readonly parts: P; holds: number; size: number; height: number } {
  let height = 0;
  for (const part of parts) {
    own |= part.holds;
    size += part.size;
    if (part.height > height) height = part.height;
  }
  step(size, 1 + parts.length);
  return { parts, holds: own, size, height };
}

/** SQL text written by this program, never from a user: words of clauses. */
export const word = (text: string): Sql => ({ kind: "text", text, ...leaf, size: text.length });

/** A type of the engine. */
export const typeSql = (of: string): Sql => ({ kind: "type", name: of, ...leaf, size: of.length });

/** A number, TRUE, FALSE or NULL. */
export const constant = (text: string): Sql => ({ kind: "constant", text, ...leaf, size: text.length });

export const literal = (value: string): Sql => ({ kind: "literal", value, ...leaf, size: value.length + 2 });

/** An identifier. */
export const name = (text: string): Sql => ({ kind: "name", name: text, ...leaf, size: text.length + 2 });

/** A relation by the name that the compiler gave it. */
export const relationName = (text: string): Sql => ({
  kind: "relation",
  name: text,
  ...leaf,
  size: text.length,
});

/** A column of a relation, under the name that the compiler gave it. */
export const column = (from: string, of: Sql): Sql => ({ kind: "column", relation: from, ...nodeOf([of], from.length + 1, HOLDS.variable) }); // prettier-ignore

/** A column, by index, of a relation with columns named c1, c2, … */
export const columnAt = (from: string, index: number): Sql => column(from, word(`c${index + 1}`));

/** Names of columns by their place, which have the statement's own names in them: `c1·price`. @param before - How many are before them. */
export const placedNames = (columns: readonly { readonly name: string | null }[], before = 0): Sql[] =>
  columns.map((one, i) => (one.name === null ? word(`c${before + i + 1}`) : name(`c${before + i + 1}·${one.name}`))); // prettier-ignore

/** The statement's own name in one of {@link placedNames}; other names as they are. */
export const shownName = (text: string): string => text.replace(/^c\d+·/, "");

export const variable = (fixed: string | null = null): Variable => ({ kind: "variable", name: fixed, ...leaf, holds: HOLDS.variable, size: 2 }); // prettier-ignore

/** Names c1, c2, … for these columns. */
export const columnNames = (columns: readonly unknown[]): Sql[] => columns.map((_, i) => word(`c${i + 1}`));

/** A call of a function of the engine. @param macro - If it is a macro, `~name`: what becomes of it. */
export function call(of: string, parts: readonly Sql[], macro: MacroUses | null = null): Sql {
  const args = callArguments(parts);
  if (of === "TRY") return tryOf(args[0]!);
  const size = callLength(of, args, macro) + (macro === null ? 0 : growth(macro, args));
  return { kind: "call", name: of, macro, ...nodeOf(args, size, of.startsWith("svc_") ? HOLDS.script : 0) };
}

/** Characters of a call without its arguments. */
export const callLength = (of: string, args: readonly Sql[], macro: MacroUses | null): number =>
  of.length + 2 * args.length + 2 + (macro === null ? 0 : LIBRARY.length);

/** The arguments of a call, without lists of them. */
export const callArguments = (parts: readonly Sql[]): readonly Sql[] =>
  parts.some(({ kind }) => kind === "list")
    ? parts.flatMap((arg) => (arg.kind === "list" ? arg.parts : [arg]))
    : parts;

/** What a call's size grows by in the engine, which writes a macro's body in its place. */
const growth = (macro: MacroUses, args: readonly Sql[]): number =>
  args.reduce((sum, { size }, i) => sum + size * Math.max(0, (macro.args[i] ?? 1) - 1), macro.length);

/** SQL that is longer must not be written twice: nested expressions would grow exponentially. */
export const LONG = 160;

/** A call of a macro, with the arguments bound that it would write several times. */
export function callOnce(of: string, args: readonly Sql[], macro: MacroUses): Sql {
  const bound = args.map((arg, i) =>
    // The engine may need a constant.
    macro.args[i]! > 1 && arg.size > (holds(arg, "variable") ? LONG : 10 * LONG) ? variable() : null,
  );
  const callSql = call(
    of,
    args.map((arg, i) => bound[i] ?? arg),
    macro,
  );
  const variables = bound.filter((name) => name !== null);
  if (variables.length === 0) return callSql;
  return letIn(
    args.filter((_, i) => bound[i] !== null),
    variables,
    callSql,
  );
}

export const unary = (operator: UnaryOperator, of: Sql): Sql => ({ kind: "unary", operator, ...nodeOf([of], operator.length + 1) }); // prettier-ignore

/** `left operator right`, without brackets. */
export const binary = (operator: string, left: Sql, right: Sql): Sql => ({ kind: "binary", operator, ...nodeOf([left, right], operator.length + 2) }); // prettier-ignore

/** `a operator b operator c`, without brackets. */
export const chain = (operator: string, [first, ...rest]: readonly Sql[]): Sql =>
  rest.reduce((left, right) => binary(operator, left, right), first!);

export const isNull = (of: Sql, not = false): Sql => unary(not ? "IS NOT NULL" : "IS NULL", of);

export const betweenSql = (not: boolean, of: Sql, low: Sql, high: Sql): Sql => ({ kind: "between", not, ...nodeOf([of, low, high], not ? 18 : 14) }); // prettier-ignore

/** CASE. @param whens - A test and a value for each WHEN. */
export function caseOf(
  whens: readonly (readonly [test: Sql, value: Sql])[],
  otherwise: Sql | null = null,
  operand: Sql | null = null,
): Sql {
  const parts = [...(operand === null ? [] : [operand]), ...whens.flat(), ...(otherwise === null ? [] : [otherwise])]; // prettier-ignore
  return caseWith(parts, operand !== null, otherwise !== null);
}

export function caseWith(parts: readonly Sql[], hasOperand: boolean, hasElse: boolean): Sql {
  const size = 8 + 12 * Math.floor((parts.length - Number(hasOperand) - Number(hasElse)) / 2) + 6 * Number(hasElse); // prettier-ignore
  return { kind: "case", hasOperand, hasElse, ...nodeOf(parts, size) };
}

/** CAST, or TRY_CAST. */
export const cast = (of: Sql, type: Sql, orNull = false): Sql => ({ kind: "cast", orNull, ...nodeOf([of, type], orNull ? 16 : 12) }); // prettier-ignore

/** SQL in parentheses. */
export const group = (of: Sql): Sql => ({ kind: "group", ...nodeOf([of], 2) });

/** A list of these elements. */
export function arraySql(elements: readonly Sql[]): Sql {
  const parts = callArguments(elements);
  return { kind: "array", ...nodeOf(parts, 2 + 2 * parts.length) };
}

export const elementAt = (of: Sql, place: Sql): Sql => ({ kind: "element", ...nodeOf([of, place], 2) });

/** SELECT or VALUES with its clauses, in pieces. */
export const query = (pieces: readonly Sql[]): Sql => ({ kind: "query", ...nodeOf(pieces, 0, HOLDS.query) });

export const hole = (of: string): Sql => ({ kind: "hole", name: of, ...leaf, holds: HOLDS.hole, size: 0 });

export const aggregateHole = (of: string, args: readonly Sql[]): Sql => ({ kind: "aggregate", name: of, ...nodeOf(args, 0, HOLDS.hole) }); // prettier-ignore

/** SQL with commas between. */
export const commas = (items: readonly Sql[]): Sql =>
  items.length === 1 ? items[0]! : { kind: "list", ...nodeOf(items, 2 * items.length) };

/** SQL one after the other. */
export const sequence = (items: readonly Sql[]): Sql =>
  items.length === 1 ? items[0]! : { kind: "sequence", ...nodeOf(items, 0) };

export const EMPTY: Sql = { kind: "sequence", ...leaf, size: 0 };

export function lambdaOf(parameters: readonly Parameter[], body: Sql): Lambda {
  const { height, ...facts } = nodeOf([body] as const, 12);
  return { kind: "lambda", parameters, ...facts, height: height + 1 };
}

/** A lambda, with its body built from the bound variables. */
export function lambda(write: (...bound: Variable[]) => Sql): Lambda {
  const bound = Array.from({ length: write.length }, () => variable());
  return lambdaOf(bound, write(...bound));
}

/** Evaluates `operands` once and binds them to `variables` in the body. */
export function letIn(operands: readonly Sql[], variables: readonly Variable[], body: Sql): Sql {
  const { height, ...facts } = nodeOf([...operands, body], 40);
  return { kind: "let", variables, ...facts, height: height + 1 };
}

export const at = (pos: number, of: Sql): Sql => ({ kind: "at", pos, ...nodeOf([of], 0) });

/**
 * SQL of a type that fails when evaluated; a cast, because the engine evaluates casts lazily and TRY catches them.
 *
 * @param message - If it is null, so is the result.
 */
export const failure = (error: SqlErrorKind, pos: number | null, message: Sql, type: Sql): Sql => ({ kind: "failure", error, pos, ...nodeOf([message, type], error.length + 24, HOLDS.failure) }); // prettier-ignore

export const apart = (of: Sql, grouped = false): Sql => ({ kind: "apart", grouped, ...nodeOf([of], 0) });

export const nested = (of: Sql): Sql => ({ kind: "nested", ...nodeOf([of], 0, HOLDS.nested) });

export const tryOf = (of: Sql): Sql => ({ kind: "try", ...nodeOf([of], 5, HOLDS.try) });

/** Copies a node, with its parts replaced; the node itself if none changes. */
export function withParts(sql: Sql, change: (part: Sql) => Sql): Sql {
  if (sql.parts.length === 0) return sql;
  const parts = sql.parts.map(change);
  return parts.every((part, i) => part === sql.parts[i]) ? sql : rebuilt(sql, parts);
}

/** The same kind of node of other parts. */
export function rebuilt(sql: Sql, parts: readonly Sql[]): Sql {
  switch (sql.kind) {
    case "call":
      return call(sql.name, parts, sql.macro);
    case "array":
      return arraySql(parts);
    case "list":
      return commas(parts);
    case "sequence":
      return sequence(parts);
    case "lambda":
      return lambdaOf(sql.parameters, parts[0]!);
    case "let":
      return letIn(parts.slice(0, -1), sql.variables, parts.at(-1)!);
    default: {
      let own = sql.size;
      for (const part of sql.parts) own -= part.size;
      return { ...sql, ...nodeOf(parts, own, OWN[sql.kind] ?? 0) } as Sql;
    }
  }
}

/** A table or view in a user database. */
export const storedTable = (database: string, table: string): Sql =>
  sequence([name(DATA_CATALOG), word("."), name(database), word("."), name(table)]);
