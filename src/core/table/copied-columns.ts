import { ColumnTable } from "arquero";
import { sourceColumn } from "./expressions/verb-expressions.ts";

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
  const joins = /^(?:cross|join)/.test(verb);
  const looked = verb === "lookup" ? textsOf(values) : [];
  const opened = verb === "unroll" ? textsOf(args[0]) : [];
  if (looked === null || opened === null || (joins && values !== undefined)) return new Map();
  const made = madeNames(verb, args[1] as MadeNames | undefined);
  const origins = new Map(result.columnNames().map((name) => [name, [] as Origin[]]));
  const folded = (verb === "fold" ? table.columnNames() : [])
    .filter((name) => made.includes(name) || !origins.has(name))
    .map((name) => ({ table, name, entries: false }));
  // A join renames columns that both tables have.
  const { suffix = [] } = (args[verb === "cross" ? 2 : 3] ?? {}) as { readonly suffix?: readonly string[] };
  const suffixes = [suffix[0] ?? "_1", suffix[1] ?? "_2"];
  const isOwn = (name: string): boolean => tables.some((one) => one.columnNames().includes(name));
  const isRenamed = (name: string): boolean =>
    joins && suffixes.every((end) => origins.has(name + end) && (end === "" || !isOwn(name + end)));
  tables.forEach((one, index) => {
    for (const name of one.columnNames()) {
      if (verb === "lookup" && looked.includes(name) !== index > 0) continue;
      const now = isRenamed(name) ? `${name}${suffixes[index] ?? ""}` : name;
      origins.get(now)?.push({ table: one, name, entries: opened.includes(name) });
    }
  });
  made.forEach((name, index) => origins.set(name, index === 1 ? folded : []));
  return origins;
}

/** For verbs that compute columns by expressions, some of which are columns. */
function inOneTable(
  verb: string,
  table: ColumnTable,
  args: readonly unknown[],
  result: ColumnTable,
): Map<string, Origin[]> {
  const keys = keysOf.get(table.groups() ?? table) ?? [];
  const columnValues: readonly unknown[] =
    verb === "groupby"
      ? args.flat().flatMap((key) => selectedNames(table, key))
      : verb === "count"
        ? []
        : [args[verb === "pivot" ? 1 : 0] ?? {}];
  const values = columnValues.flatMap((value): (readonly [string, unknown])[] =>
    typeof value === "string" ? [[value, null]] : Object.entries(value as object),
  );
  const origins = values.flatMap(([name, value]): (readonly [string, Origin[]])[] => {
    const from = verb === "impute" || value === null ? name : sourceColumn(table, value);
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
function madeNames(verb: string, { as = ["key", "value"], index }: MadeNames = {}): readonly string[] {
  if (verb === "fold") return as;
  return verb === "unroll" && index ? [index === true ? "index" : index] : [];
}

/** The names that a selection such as `not("price")` is of; another key as it is. */
export function selectedNames(table: ColumnTable, key: unknown): unknown[] {
  if (typeof key !== "function") return [key];
  const chosen = (key as (table: ColumnTable) => unknown)(table);
  return chosen instanceof Map ? [...chosen.keys()] : [chosen].flat();
}

/** The texts in an argument; null if it contains anything else. */
function textsOf(value: unknown): string[] | null {
  const texts = [value].flat(2);
  return texts.every((text) => typeof text === "string") ? texts : null;
}
