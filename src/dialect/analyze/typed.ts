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
  /** Of a condition: what is not 0 where it is true. */
  readonly nonZero?: readonly Sql[];
  /** Not 0 where it is evaluated. */
  readonly isNonZero?: true;
  /** The value of decimal arithmetic in few digits, where the engine fails for more; holds as long as its own SQL is `of`. */
  readonly short?: { readonly of: Sql; readonly sql: Sql };
}

/** @param parts - The expressions that it is made of: it is an aggregate or volatile if one of them is. */
export const withType = (sql: Sql, type: Type, ...parts: readonly (Typed | readonly Typed[])[]): Typed =>
  parts.length === 0 ? { sql, type } : carry({ sql, type }, ...parts);

export const sqlOf = (values: readonly Typed[]): Sql[] => values.map(({ sql }) => sql);

/** The same value in other SQL, or of another type. */
export function withSql(value: Typed, sql: Sql, type = value.type): Typed {
  if (sql === value.sql && type === value.type) return value;
  // Values differ in their members: what a literal has behind a spread is defined by a slower way than one that is assigned.
  const copy: { -readonly [Member in keyof Typed]: Typed[Member] } = { ...value };
  copy.sql = sql;
  copy.type = type;
  return copy;
}

type Flags = { -readonly [F in "aggregate" | "windowed" | "volatile"]?: true };

/** Copies the flags of an expression's parts: aggregates, windows, volatile. */
export function carry(result: Typed, ...operands: readonly (Typed | readonly Typed[])[]): Typed {
  let flags: Flags | null = null;
  for (const operand of operands)
    for (const part of isSeveral(operand) ? operand : [operand])
      if (part.aggregate === true || part.windowed === true || part.volatile === true)
        addFlags((flags ??= {}), part);
  return flags === null ? result : { ...result, ...flags };
}

const isSeveral = (operand: Typed | readonly Typed[]): operand is readonly Typed[] => Array.isArray(operand);

function addFlags(flags: Flags, { aggregate, windowed, volatile }: Typed): void {
  if (aggregate === true) flags.aggregate = true;
  if (windowed === true) flags.windowed = true;
  if (volatile === true) flags.volatile = true;
}
