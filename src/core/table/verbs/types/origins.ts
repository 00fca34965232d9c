// This folder: the types of a verb's columns: TypeScript's of its rows, and the service's by where its columns come from.

import { ColumnTable } from "arquero";
import { CompiledText } from "../../expressions/compiled-text.ts";
import { unnamedKey } from "../../expressions/expression-refusals.ts";

/** Where a column of a verb's result comes from. */
export interface Origin {
  readonly table: ColumnTable;
  readonly name: string;
  /** Whether it has the entries of the column's lists. */
  readonly entries?: boolean;
}

/** The source columns that each column of a verb's result copies, by name: several if its rows come from several columns. */
export type Origins = ReadonlyMap<string, readonly Origin[]>;

/** The columns that a grouped table's keys are copied from, by its groups' readers, which filtered groups share. */
const keysOf = new WeakMap<object, Origins>();

export const keyOrigins = (table: ColumnTable): Origins => keysOf.get(groupReaders(table)) ?? new Map();

export function setKeyOrigins(table: ColumnTable, origins: Origins): void {
  keysOf.set(groupReaders(table), origins);
}

const groupReaders = (table: ColumnTable): object =>
  (table.groups() as { readonly get: object } | null)?.get ?? table;

/**
 * The names that an argument as Arquero's verbs take it is of, with the columns that they copy: names, places, selections, and compiled
 * expressions by name, which may be columns.
 *
 * @param tables - The tables that the expressions are over; the first has the names.
 */
export function valueOrigins(
  tables: readonly ColumnTable[],
  values: unknown,
  owner = tables[0] as ColumnTable,
): [string, Origin[]][] {
  return [values].flat(1).flatMap((value): [string, Origin[]][] => {
    const name = typeof value === "number" ? owner.columnName(value) : value;
    if (typeof name === "string") return [[name, [{ table: owner, name }]]];
    if (typeof value === "function")
      return selectedNames(owner, value).flatMap((one) => valueOrigins(tables, one, owner));
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).map(([key, own]) => [key, sourceColumn(tables, own)]);
  });
}

/** The column whose values a compiled expression gives; none for computed values. */
function sourceColumn(tables: readonly ColumnTable[], value: unknown): Origin[] {
  const { field, expr } = Object(value) as { readonly field?: unknown; readonly expr?: unknown };
  const column =
    value instanceof CompiledText
      ? value.result?.column
      : field === true && typeof expr === "string"
        ? { name: expr, table: 0 }
        : undefined;
  if (column === undefined) return [];
  const table = tables[Math.max(0, column.table - 1)];
  return table === undefined ? [] : [{ table, name: column.name }];
}

/** The columns of several tables by their own names. */
export function namesakes(result: ColumnTable, tables: readonly ColumnTable[]): Map<string, Origin[]> {
  const own = (name: string): Origin[] =>
    tables.filter((table) => table.column(name)).map((table) => ({ table, name }));
  return new Map(result.columnNames().map((name) => [name, own(name)]));
}

/** The tables among a verb's arguments. */
export const tablesAmong = (table: ColumnTable, args: readonly unknown[]): ColumnTable[] => [
  table,
  ...args.flat().filter((arg) => arg instanceof ColumnTable),
];

/** The names that a selection such as `not("price")` is of. */
export function selectedNames(table: ColumnTable, select: unknown): string[] {
  let chosen: unknown;
  try {
    chosen = (select as (table: ColumnTable) => unknown)(table);
  } catch {
    // A function of a row, which fails on a table.
  }
  const names: unknown[] = chosen instanceof Map ? [...chosen.keys()] : [chosen].flat();
  if (names.every((name) => typeof name === "string")) return names;
  throw unnamedKey(select);
}
