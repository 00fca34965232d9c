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
