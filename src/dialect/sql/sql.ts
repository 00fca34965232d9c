import { step } from "../budget.ts";
import type { SqlErrorKind } from "../sql-error.ts";
import { DATA_CATALOG, LIBRARY } from "../storage-names.ts";
import { HOLDS, holds, type Lambda, type MacroUses, type Parameter, type Sql, type SqlOf, type UnaryOperator, type Variable } from "./nodes.ts"; // prettier-ignore

export { holds, unplaced, type Lambda, type Parameter, type Sql, type Variable } from "./nodes.ts";

const NO_PARTS: readonly [] = [];

/** A node without parts. */
const leaf = <K extends Sql["kind"]>(kind: K, text: string, size: number, holds = 0): SqlOf<K> =>
  ({ kind, text, detail: null, parts: NO_PARTS, holds, size, height: 0 }) as Sql as SqlOf<K>;

/** A node of parts. @param size - Of itself. @param holds - {@link HOLDS} of itself. */
function node<K extends Sql["kind"]>(
  kind: K,
  text: SqlOf<K>["text"],
  detail: SqlOf<K>["detail"],
  parts: SqlOf<K>["parts"],
  size: number,
  holds = 0,
): SqlOf<K> {
  let height = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    holds |= part.holds;
    size += part.size;
    if (part.height > height) height = part.height;
  }
  step(size, 1 + parts.length);
  return { kind, text, detail, parts, holds, size, height } as Sql as SqlOf<K>;
}

/** SQL text written by this program, never from a user: words of clauses. */
export const word = (text: string): Sql => leaf("text", text, text.length);

/** A type of the engine. */
export const typeSql = (of: string): Sql => leaf("type", of, of.length);

/** A number, TRUE, FALSE or NULL. */
export const constant = (text: string): Sql => leaf("constant", text, text.length);

export const literal = (value: string): Sql => leaf("literal", value, value.length + 2);

/** An identifier. */
export const name = (text: string): Sql => leaf("name", text, text.length + 2);

/** A relation by the name that the compiler gave it. */
export const relationName = (text: string): Sql => leaf("relation", text, text.length);

/** A column of a relation, under the name that the compiler gave it. */
export const column = (from: string, of: Sql): Sql => node("column", from, null, [of], from.length + 1, HOLDS.variable); // prettier-ignore

/** A column, by index, of a relation with columns named c1, c2, … */
export const columnAt = (from: string, index: number): Sql => column(from, word(`c${index + 1}`));

/** Names of columns by their place, which have the statement's own names in them: `c1·price`. @param before - How many are before them. */
export const placedNames = (columns: readonly { readonly name: string | null }[], before = 0): Sql[] =>
  columns.map((one, i) => (one.name === null ? word(`c${before + i + 1}`) : name(`c${before + i + 1}·${one.name}`))); // prettier-ignore

/** The statement's own name in one of {@link placedNames}; other names as they are. */
export const shownName = (text: string): string => text.replace(/^c\d+·/, "");

export const variable = (fixed = ""): Variable => leaf("variable", fixed, 2, HOLDS.variable);

/** Names c1, c2, … for these columns. */
export const columnNames = (columns: readonly unknown[]): Sql[] => columns.map((_, i) => word(`c${i + 1}`));

/** A call of a function of the engine. @param macro - If it is a macro, `~name`: what becomes of it. */
export function call(of: string, parts: readonly Sql[], macro: MacroUses | null = null): Sql {
  const args = callArguments(parts);
  if (of === "TRY") return tryOf(args[0]!);
  const size = callLength(of, args, macro) + (macro === null ? 0 : growth(macro, args));
  return node("call", of, macro, args, size, isScript(of) ? HOLDS.script : 0);
}

/** Whether a function is one of the service's scripts, by the names that these have. */
export const isScript = (of: string): boolean => of.startsWith("svc_");

/** Characters of a call without its arguments. */
export const callLength = (of: string, args: readonly Sql[], macro: MacroUses | null): number =>
  of.length + 2 * args.length + 2 + (macro === null ? 0 : LIBRARY.length);

const isList = ({ kind }: Sql): boolean => kind === "list";

/** The arguments of a call, without lists of them. */
export function callArguments(parts: readonly Sql[]): readonly Sql[] {
  if (!parts.some(isList)) return parts;
  return parts.length === 1 ? parts[0]!.parts : parts.flatMap((arg) => (isList(arg) ? arg.parts : [arg]));
}

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

export const unary = (operator: UnaryOperator, of: Sql): Sql => node("unary", operator, null, [of], operator.length + 1); // prettier-ignore

/** `left operator right`, without brackets. */
export const binary = (operator: string, left: Sql, right: Sql): Sql => node("binary", operator, null, [left, right], operator.length + 2); // prettier-ignore

/** `a operator b operator c`, without brackets. */
export const chain = (operator: string, [first, ...rest]: readonly Sql[]): Sql =>
  rest.reduce((left, right) => binary(operator, left, right), first!);

export const isNull = (of: Sql, not = false): Sql => unary(not ? "IS NOT NULL" : "IS NULL", of);

export const betweenSql = (not: boolean, of: Sql, low: Sql, high: Sql): Sql => node("between", not ? "NOT BETWEEN" : "BETWEEN", null, [of, low, high], not ? 18 : 14); // prettier-ignore

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
  return node("case", "", { hasOperand, hasElse }, parts, size);
}

/** CAST, or TRY_CAST. */
export const cast = (of: Sql, type: Sql, orNull = false): Sql => node("cast", orNull ? "TRY_CAST" : "CAST", null, [of, type], orNull ? 16 : 12); // prettier-ignore

/** SQL in parentheses. */
export const group = (of: Sql): Sql => node("group", "", null, [of], 2);

/** A list of these elements. */
export function arraySql(elements: readonly Sql[]): Sql {
  const parts = callArguments(elements);
  return node("array", "", null, parts, 2 + 2 * parts.length);
}

export const elementAt = (of: Sql, place: Sql): Sql => node("element", "", null, [of, place], 2);

/** SELECT or VALUES with its clauses, in pieces. */
export const query = (pieces: readonly Sql[]): Sql => node("query", "", null, pieces, 0, HOLDS.query);

export function hole(of: string): Sql {
  const place = of === "$R" ? 0 : of === "$*" ? -1 : Number(of.slice(1));
  return node("hole", of, place, NO_PARTS, 0, HOLDS.hole);
}

export const aggregateHole = (of: string, args: readonly Sql[]): Sql => node("aggregate", of, null, args, 0, HOLDS.hole); // prettier-ignore

/** SQL with commas between. */
export const commas = (items: readonly Sql[]): Sql =>
  items.length === 1 ? items[0]! : node("list", "", null, items, 2 * items.length);

/** SQL one after the other. */
export const sequence = (items: readonly Sql[]): Sql =>
  items.length === 1 ? items[0]! : node("sequence", "", null, items, 0);

export const EMPTY: Sql = leaf("sequence", "", 0);

/** A node whose variables are named by what is around it. */
function outer<N extends Lambda | SqlOf<"let">>(sql: N): N {
  const placed: { height: number } = sql;
  placed.height += 1;
  return sql;
}

export function lambdaOf(parameters: readonly Parameter[], body: Sql): Lambda {
  return outer(node("lambda", "", parameters, [body], 12));
}

/** A lambda, with its body built from the bound variables. */
export function lambda(write: (...bound: Variable[]) => Sql): Lambda {
  const bound = Array.from({ length: write.length }, () => variable());
  return lambdaOf(bound, write(...bound));
}

/** Evaluates `operands` once and binds them to `variables` in the body. */
export function letIn(operands: readonly Sql[], variables: readonly Variable[], body: Sql): Sql {
  return outer(node("let", "", variables, [...operands, body], 40));
}

export const at = (pos: number, of: Sql): Sql => node("at", "", pos, [of], 0);

/**
 * SQL of a type that fails when evaluated; a cast, because the engine evaluates casts lazily and TRY catches them.
 *
 * @param message - If it is null, so is the result.
 */
export const failure = (error: SqlErrorKind, pos: number | null, message: Sql, type: Sql): Sql => node("failure", error, pos, [message, type], error.length + 24, HOLDS.failure); // prettier-ignore

export const apart = (of: Sql, grouped = false): Sql => node("apart", grouped ? "grouped" : "", null, [of], 0); // prettier-ignore

export const nested = (of: Sql): Sql => node("nested", "", null, [of], 0, HOLDS.nested);

export const tryOf = (of: Sql): Sql => node("try", "", null, [of], 5, HOLDS.try);

/** Copies a node, with its parts replaced; the node itself if none changes. */
export function withParts(sql: Sql, change: (part: Sql) => Sql): Sql {
  const { parts } = sql;
  let changed: Sql[] | null = null;
  for (let i = 0; i < parts.length; i++) {
    const part = change(parts[i]!);
    if (part !== parts[i]) (changed ??= [...parts])[i] = part;
  }
  return changed === null ? sql : rebuilt(sql, changed);
}

/** The same kind of node of other parts. */
export function rebuilt(sql: Sql, parts: readonly Sql[]): Sql {
  // The most frequent kinds first: they are compared one by one.
  switch (sql.kind) {
    case "sequence":
      return sequence(parts);
    case "cast":
      return cast(parts[0]!, parts[1]!, sql.text === "TRY_CAST");
    case "group":
      return group(parts[0]!);
    case "binary":
      return binary(sql.text, parts[0]!, parts[1]!);
    case "query":
      return query(parts);
    case "case":
      return caseWith(parts, sql.detail.hasOperand, sql.detail.hasElse);
    case "unary":
      return unary(sql.text, parts[0]!);
    case "array":
      return arraySql(parts);
    case "element":
      return elementAt(parts[0]!, parts[1]!);
    case "between":
      return betweenSql(sql.text === "NOT BETWEEN", parts[0]!, parts[1]!, parts[2]!);
    case "call":
      return call(sql.text, parts, sql.detail);
    case "list":
      return commas(parts);
    case "lambda":
      return lambdaOf(sql.detail, parts[0]!);
    case "let":
      return letIn(parts.slice(0, -1), sql.detail, parts.at(-1)!);
    case "column":
      return column(sql.text, parts[0]!);
    case "at":
      return at(sql.detail, parts[0]!);
    case "failure":
      return failure(sql.text, sql.detail, parts[0]!, parts[1]!);
    case "apart":
      return apart(parts[0]!, sql.text === "grouped");
    case "try":
      return tryOf(parts[0]!);
    case "nested":
      return nested(parts[0]!);
    case "aggregate":
      return aggregateHole(sql.text, parts);
    default:
      return sql;
  }
}

/** A table or view in a user database. */
export const storedTable = (database: string, table: string): Sql =>
  sequence([name(DATA_CATALOG), word("."), name(database), word("."), name(table)]);
