import { SqlError } from "../sql-error.ts";
import type { Typed } from "./typed.ts";
import { holds, letIn, type Sql, unplaced, variable } from "../sql/tree.ts";

/** Past this many characters an operand is worth a binding: written twice at every level, nesting would double the text each time. */
const LONG = 160;

/** Bindings inside each other; the engine's own limits on expressions are not far above. */
const MOST_LEVELS = 100;

/** Writes SQL that uses operands more than once. Long or volatile ones are evaluated once and given a name. */
export function bindOnce(operands: readonly Typed[], write: (...names: Sql[]) => Sql): Sql {
  if (!operands.some(isWorthBinding)) return write(...operands.map((operand) => operand.sql));
  // The engine takes no subquery inside a lambda, so those are bound along with the long ones.
  const bound = operands.map((operand) =>
    isWorthBinding(operand) || holds(operand.sql, "query") ? variable() : null,
  );
  const body = write(...operands.map((operand, i) => bound[i] ?? operand.sql));
  const variables = bound.filter((one) => one !== null);
  const made = letIn(
    operands.filter((_, i) => bound[i] !== null).map((operand) => operand.sql),
    variables,
    body,
  );
  if (made.height > MOST_LEVELS)
    throw new SqlError(
      "EXCEEDED_LIMIT",
      "an expression nests its calls too deeply; put parts of it in a subquery",
    );
  return made;
}

/**
 * True for operands that must not be written twice. A computed collection is one however short: where the writing stands in a lambda, the engine
 * would compute it once per element.
 */
export function isWorthBinding({ sql, type, volatile }: Typed): boolean {
  const isComputed = !["column", "variable"].includes(unplaced(sql).kind);
  return (
    volatile === true || sql.size > LONG || ((type.kind === "array" || type.kind === "map") && isComputed)
  );
}

/** True for what costs nothing to write again. */
export const isPlain = (sql: Sql): boolean => ["column", "variable", "literal"].includes(unplaced(sql).kind);
