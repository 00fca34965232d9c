import type { TablePath } from "../catalogue.ts";
import type { Type } from "../types/type.ts";
import type { Sql } from "../sql/tree.ts";

/** An expression in the engine's SQL, with its type in the dialect. */
export interface Typed {
  readonly sql: Sql;
  readonly type: Type;
  /** Its value if it is a (signed) literal: patterns, units, zones and ranges are evaluated at translation. */
  readonly constant?: string | number | bigint | boolean | null;
  /** Index of the parameter (`?`), if it is one without a value. */
  readonly parameter?: number;
  /** The table that it is a column of, if it is a name. */
  readonly source?: TablePath | undefined;
  /** Contains an aggregate or window function: not allowed in WHERE, and must not be repeated needlessly. */
  readonly aggregate?: boolean;
  /** Contains a window function. */
  readonly windowed?: boolean;
  /** Converted for a comparison from a type without NaN. */
  readonly exact?: boolean;
  /** Different on each evaluation: must not be repeated. */
  readonly volatile?: boolean;
  /** The most digits that a number has before its point, where its type allows more, as that of a sum. */
  readonly whole?: number | undefined;
  /** The factors of a long decimal product, as long as its SQL is this one. */
  readonly product?: { readonly sql: Sql; readonly factors: readonly Typed[] };
}

/** @param parts - The expressions that it is made of: it is an aggregate or volatile if one of them is. */
export const withType = (sql: Sql, type: Type, ...parts: readonly (Typed | readonly Typed[])[]): Typed =>
  parts.length === 0 ? { sql, type } : carry({ sql, type }, ...parts);

export const sqlOf = (values: readonly Typed[]): Sql[] => values.map(({ sql }) => sql);

const FLAGS = ["aggregate", "windowed", "volatile"] as const;

/** Copies the flags of an expression's parts: aggregates, windows, volatile. */
export function carry(result: Typed, ...operands: readonly (Typed | readonly Typed[])[]): Typed {
  let flagged = result;
  for (const flag of FLAGS)
    if (flagged[flag] !== true && hasFlag(operands, flag)) flagged = { ...flagged, [flag]: true };
  return flagged;
}

function hasFlag(parts: readonly (Typed | readonly Typed[])[], flag: (typeof FLAGS)[number]): boolean {
  for (const part of parts) if ("type" in part ? part[flag] === true : hasFlag(part, flag)) return true;
  return false;
}
