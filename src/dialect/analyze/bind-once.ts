import { SqlError } from "../sql-error.ts";
import { carry, type Typed } from "./typed.ts";
import { holds, letIn, LONG, type Sql, unplaced, variable } from "../sql/tree.ts";

/** Maximum nested bindings; the engine's own limit on expression depth is not much higher. */
const MAX_LEVELS = 100;

/**
 * Writes SQL that uses operands more than once.
 *
 * @param isBound - Operands to bind to a variable, so that they are evaluated once. @default long and volatile ones, and collections
 */
export function bindOnce(
  operands: readonly Typed[],
  write: (...names: Sql[]) => Sql,
  isBound: (operand: Typed) => boolean = isWorthBinding,
): Sql {
  if (!operands.some(isBound)) return write(...operands.map((operand) => operand.sql));
  // Subqueries are bound too, as the engine allows none inside a lambda.
  const bound = operands.map((operand) =>
    isBound(operand) || holds(operand.sql, "query") ? variable() : null,
  );
  const body = write(...operands.map((operand, i) => bound[i] ?? operand.sql));
  const variables = bound.filter((one) => one !== null);
  const binding = letIn(
    operands.filter((_, i) => bound[i] !== null).map((operand) => operand.sql),
    variables,
    body,
  );
  if (binding.height > MAX_LEVELS)
    throw new SqlError(
      "EXCEEDED_LIMIT",
      "an expression nests its calls too deeply; put parts of it in a subquery",
    );
  return binding;
}

/** {@link bindOnce} for an expression with its type and flags; binds only volatile operands unless told otherwise. */
export function writeBound(
  operands: readonly Typed[],
  write: (operands: readonly Typed[]) => Typed,
  isBound: (operand: Typed) => boolean = isVolatile,
): Typed {
  if (!operands.some(isBound)) return carry(write(operands), operands);
  let result: Typed | null = null;
  const sql = bindOnce(
    operands,
    (...names) => {
      result = write(
        operands.map((one, i) => (names[i] === one.sql ? one : { ...one, sql: names[i]!, volatile: false })),
      );
      return result.sql;
    },
    isBound,
  );
  return carry({ ...(result as unknown as Typed), sql }, operands);
}

/** True for operands that differ at each evaluation. */
export const isVolatile = ({ volatile }: Typed): boolean => volatile === true;

/**
 * True for operands that must not be written twice. Any computed collection is one: inside a lambda, the engine would compute it once per
 * element.
 */
export function isWorthBinding({ sql, type, volatile }: Typed): boolean {
  if (volatile === true || sql.size > LONG) return true;
  if (type.kind !== "array" && type.kind !== "map") return false;
  const { kind } = unplaced(sql);
  return kind !== "column" && kind !== "variable";
}

/** True for operands that are cheap to repeat. */
export const isPlain = (sql: Sql): boolean => ["column", "variable", "literal"].includes(unplaced(sql).kind);
