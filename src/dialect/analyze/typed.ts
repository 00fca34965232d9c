import type { Type } from "../types/type.ts";
import type { Sql } from "../sql/tree.ts";

/** An expression in the engine's SQL, with the type that the dialect gives it. */
export interface Typed {
  readonly sql: Sql;
  readonly type: Type;
  /** Its value where it is a literal (or a signed one): patterns, units, zones and ranges are read at translation. */
  readonly constant?: string | number | bigint | boolean | null;
  /** Index of the parameter (`?`) without a value that it is. */
  readonly parameter?: number;
  /** Holds an aggregate or a window function: can't stand in WHERE, and must not be written twice without need. */
  readonly aggregate?: boolean;
  /** A floating-point number that was an integer or a decimal: it can't be NaN. */
  readonly exact?: boolean;
  /** Gives another value each time it is written: must not be written twice. */
  readonly volatile?: boolean;
}

export const typed = (sql: Sql, type: Type): Typed => ({ sql, type });

/** Passes on what the parts of an expression say about it: aggregates inside, volatile parts. */
export function carry(result: Typed, ...given: readonly (Typed | readonly Typed[])[]): Typed {
  const parts: readonly Typed[] = given.flat();
  const aggregate = result.aggregate === true || parts.some((part) => part.aggregate);
  const volatile = result.volatile === true || parts.some((part) => part.volatile);
  return { ...result, ...(aggregate ? { aggregate } : {}), ...(volatile ? { volatile } : {}) };
}
