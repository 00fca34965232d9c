import { ColumnTable } from "arquero";
import type * as Arquero from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { joinKeys, keySides, runJoin, sharedKeys, type KeyedVerb } from "./keys/join-keys.ts";
import { valueOrigins, type Origin, type Origins } from "./types/origins.ts";
import { byName, listed, ofOther, type ReadArgument } from "./read-arguments.ts";
import type { AnyRow, ColumnName, OneOrMany, Other, Params } from "./types/row-types.ts";
import type { Verb } from "./verb.ts";

/** The columns of a join by the keys `K`: other names that both tables have end in `_1` and `_2`. */
type JoinedRow<R, S, K> = string extends keyof R | keyof S
  ? AnyRow
  : {
      [P in keyof R as P extends keyof S ? (P extends K ? P : `${P & string}_1`) : P]: R[P];
    } & { [P in keyof S as P extends keyof R ? (P extends K ? never : `${P & string}_2`) : P]: S[P] };

interface JoinOfTwo<R> {
  <S extends object>(other: Table<S>): Table<JoinedRow<R, S, keyof R & keyof S>>;
  <S extends object, K extends ColumnName<R> & ColumnName<S>>(
    other: Table<S>,
    on: K,
  ): Table<JoinedRow<R, S, K>>;
  <S extends object, K extends ColumnName<R>, L extends ColumnName<S>>(
    other: Table<S>,
    on: readonly [OneOrMany<K>, OneOrMany<L>],
  ): Table<JoinedRow<R, S, K & L>>;
  <S extends object>(
    other: Table<S>,
    on: (row: R, other: S, params: Params) => unknown,
  ): Table<JoinedRow<R, S, never>>;
  (
    other: Other,
    on?: Arquero.JoinPredicate,
    values?: Arquero.JoinValues,
    options?: Arquero.JoinOptions,
  ): Table;
}

export interface JoinVerbs<R extends object> {
  /** Inner join; without `on`, by the columns that both tables have. [Arquero: join](https://idl.uw.edu/arquero/api/verbs#join) */
  join: JoinOfTwo<R>;
  /** Left outer join. [Arquero: join_left](https://idl.uw.edu/arquero/api/verbs#join_left) */
  join_left: JoinOfTwo<R>;
  /** Right outer join. [Arquero: join_right](https://idl.uw.edu/arquero/api/verbs#join_right) */
  join_right: JoinOfTwo<R>;
  /** Full outer join. [Arquero: join_full](https://idl.uw.edu/arquero/api/verbs#join_full) */
  join_full: JoinOfTwo<R>;
  /** Cross join. [Arquero: cross](https://idl.uw.edu/arquero/api/verbs#cross) */
  cross(other: Other, values?: Arquero.JoinValues, options?: Arquero.JoinOptions): Table;
  /** Rows with a match in the other table. [Arquero: semijoin](https://idl.uw.edu/arquero/api/verbs#semijoin) */
  semijoin(other: Other, on?: Arquero.JoinPredicate): this;
  /** Rows without a match in the other table. [Arquero: antijoin](https://idl.uw.edu/arquero/api/verbs#antijoin) */
  antijoin(other: Other, on?: Arquero.JoinPredicate): this;
}

/** Columns of the left table, of the right, and expressions over both; or these alone. */
const values: ReadArgument = (value, tables) => {
  if (!Array.isArray(value)) return byName()(value, tables);
  const readers = [listed(), ofOther(listed()), byName()];
  return value.slice(0, readers.length).map((own, i) => readers[i]?.(own, tables));
};

const joinOf = (verb: KeyedVerb): Verb => ({
  expressions: [null, joinKeys, values, null],
  run: (table, ...args) => runJoin(verb, table, args),
  origins: (table, [other, on, chosen, options]) =>
    originsOfTwo(table, other, chosen, options, keySides(table, other as ColumnTable, on)),
});

/** @internal */
export const join = joinOf("join");
/** @internal */
export const join_left = joinOf("join_left");
/** @internal */
export const join_right = joinOf("join_right");
/** @internal */
export const join_full = joinOf("join_full");

/** @internal */
export const cross: Verb = {
  expressions: [null, values, null],
  origins: (table, [other, chosen, options]) => originsOfTwo(table, other, chosen, options, null),
};

const filtering = (verb: KeyedVerb): Verb => ({
  expressions: [null, joinKeys],
  run: (table, ...args) => runJoin(verb, table, args),
});

/** @internal */
export const semijoin = filtering("semijoin");
/** @internal */
export const antijoin = filtering("antijoin");

/** Names that both tables have end in a suffix, but for those of keys, which are of both. */
function originsOfTwo(
  left: ColumnTable,
  right: unknown,
  chosen: unknown,
  options: unknown,
  sides: ReturnType<typeof keySides>,
): Origins {
  if (!(right instanceof ColumnTable)) return new Map();
  const tables = [left, right];
  if (chosen !== undefined && chosen !== null && !Array.isArray(chosen))
    return new Map(valueOrigins(tables, chosen));
  const [lefts, rights, both] = (chosen ?? tables.map((table) => table.columnNames())) as unknown[];
  const shared = chosen === undefined && sides !== null ? sharedKeys(sides) : [];
  const { suffix = [] } = Object(options) as Arquero.JoinOptions;
  const own = [valueOrigins(tables, lefts, left), valueOrigins([right], rights, right)];
  const names = own.map((side) => new Set(side.map(([name]) => name)));
  const origins = new Map<string, Origin[]>();
  own.forEach((side, i) => {
    for (const [name, from] of side) {
      const isRenamed = names.every((all) => all.has(name)) && !shared.includes(name);
      const now = isRenamed ? name + (suffix[i] ?? `_${i + 1}`) : name;
      origins.set(now, [...(shared.includes(now) ? (origins.get(now) ?? []) : []), ...from]);
    }
  });
  for (const [name, from] of valueOrigins(tables, both)) origins.set(name, from);
  return origins;
}
