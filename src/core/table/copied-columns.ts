import { ColumnTable } from "arquero";
import { sourceOf } from "./text-order.ts";

/** Verbs whose result has copies of columns, by name. */
export const COPYING_VERBS = [
  "concat", "count", "cross", "derive", "fold", "groupby", "impute", "join", "join_full", "join_left", "join_right", "lookup", "pivot", "rollup",
  "union", "unroll",
] as const; // prettier-ignore

/** Where a column of a verb's result comes from. */
export interface Origin {
  readonly table: ColumnTable;
  readonly name: string;
  /** Whether it has the entries of the column's lists. */
  readonly entries: boolean;
}

/** The columns that a grouped table's keys are copied from, by its groups. */
const keysOf = new WeakMap<object, Map<string, Origin[]>>();

/**
 * The source columns that each column of a verb's result copies, by name: several if its rows come from several tables, none if it may be
 * computed.
 *
 * @param args - The verb's arguments.
 */
export function originsOf(
  verb: (typeof COPYING_VERBS)[number],
  table: ColumnTable,
  args: readonly unknown[],
  result: ColumnTable,
): Map<string, Origin[]> {
  if (/^(?:count|derive|groupby|impute|pivot|rollup)$/.test(verb))
    return inOneTable(verb, table, args, result);
  const tables = [table, ...args.flat().filter((arg) => arg instanceof ColumnTable)];
  const values = verb === "lookup" ? args.slice(2) : verb === "cross" ? args[1] : args[2];
  const computes =
    verb === "lookup" ? textsOf(values) === null : /^(?:cross|join)/.test(verb) && values !== undefined;
  if (computes) return new Map();
  const opened = verb === "unroll" ? textsOf(args[0]) : [];
  if (opened === null) return new Map();
  const made = madeNames(verb, args[1] as MadeNames | undefined);
  const folded = (verb === "fold" ? table.columnNames() : [])
    .filter((name) => made.includes(name) || !result.columnNames().includes(name))
    .map((name) => ({ table, name, entries: false }));
  return new Map(
    result.columnNames().map((name) => {
      if (made.includes(name)) return [name, name === made[1] ? folded : []];
      const having = tables.filter((one) => one.columnNames().includes(name));
      const entries = opened.includes(name);
      if (having.length > 0) return [name, having.map((one) => ({ table: one, name, entries }))];
      // A join renames columns that both tables have to `_1` and `_2`.
      const [, base = "", place] = /^(.+)_([12])$/.exec(name) ?? [];
      const one = tables[Number(place) - 1];
      const joined = one?.columnNames().includes(base) && tables.length === 2;
      return [name, joined ? [{ table: one as ColumnTable, name: base, entries: false }] : []];
    }),
  );
}

/** For verbs that compute columns by expressions, some of which are columns. */
function inOneTable(
  verb: string,
  table: ColumnTable,
  args: readonly unknown[],
  result: ColumnTable,
): Map<string, Origin[]> {
  const keys = keysOf.get(table.groups() ?? table) ?? [];
  const given: readonly unknown[] =
    verb === "groupby" ? args.flat() : verb === "count" ? [] : [args[verb === "pivot" ? 1 : 0] ?? {}];
  const values = given.flatMap((value): (readonly [string, unknown])[] =>
    typeof value === "string" ? [[value, null]] : Object.entries(value as object),
  );
  const origins = values.flatMap(([name, value]): (readonly [string, Origin[]])[] => {
    const from = verb === "impute" || value === null ? name : sourceOf(table, value);
    return from === null ? [] : [[name, [{ table, name: from, entries: false }]]];
  });
  switch (verb) {
    case "groupby":
      keysOf.set(result.groups() ?? result, new Map(origins));
      return new Map();
    case "pivot": {
      const one = values.length === 1 ? (origins[0]?.[1] ?? []) : [];
      return new Map([...result.columnNames().map((name) => [name, one] as const), ...keys]);
    }
    case "rollup":
    case "count":
      return new Map([...keys, ...origins]);
    default:
      return new Map(origins);
  }
}

interface MadeNames {
  readonly as?: readonly string[];
  readonly index?: boolean | string;
}

/** Names of the new columns of `fold` and `unroll`, which may be those of columns that they replace. */
function madeNames(verb: string, { as = ["key", "value"], index }: MadeNames = {}): readonly unknown[] {
  if (verb === "fold") return as;
  return verb === "unroll" ? [index === true ? "index" : index] : [];
}

/** The texts in an argument; null if it contains anything else. */
function textsOf(value: unknown): string[] | null {
  const texts = [value].flat(2);
  return texts.every((text) => typeof text === "string") ? texts : null;
}
