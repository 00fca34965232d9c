// This folder: rows by the values of keys: groups, joins, sets and orders.

import { BitSet, type ColumnTable } from "arquero";
import { DateColumn } from "../../columns/date-column.ts";
import { columnFacts } from "../../expressions/column-kind.ts";
import { CompiledText } from "../../expressions/compiled-text.ts";
import type { TypedTable } from "../../expressions/expression-names.ts";
import { rowKey, valueKey } from "../../value-order.ts";
import { keyValues, orderWithin, type KeyValues } from "./key-values.ts";
import { selectedNames } from "../types/origins.ts";

interface RowKeyPart extends KeyValues {
  readonly name: string;
}

/** RowGroups as Arquero's tables hold them. */
interface RowGroups {
  readonly keys: Uint32Array;
  readonly get: readonly ((row: number) => unknown)[];
  readonly names: readonly string[];
  readonly rows: readonly number[];
  readonly size: number;
}

/** The groups of a table's rows by the values of keys, as `groupby` takes them; null without keys. */
export function groupRows(table: TypedTable, criteria: readonly unknown[]): RowGroups | null {
  const columns = keyColumns(table, criteria);
  if (columns.length === 0) return null;
  const keyOf = groupReader(columns, table.totalRows());
  const keys = new Uint32Array(table.totalRows());
  const places = new Map<unknown, number>();
  const rows: number[] = [];
  table.scan((row) => {
    const key = keyOf(row as number);
    let place = places.get(key);
    if (place === undefined) places.set(key, (place = rows.push(row as number) - 1));
    keys[row as number] = place;
  });
  const get = columns.map(
    ({ column }) =>
      (row: number) =>
        column.at(row),
  );
  return { keys, get, names: columns.map(({ name }) => name), rows, size: rows.length };
}

/**
 * The first rows of a table with their key, by the values of all columns or of `criteria`.
 *
 * @param others - Tables that are asked for the row.
 * @param isIn - Whether all of them must have it, or none.
 */
export function rowsOf(
  table: TypedTable,
  criteria: readonly unknown[],
  others: readonly TypedTable[] = [],
  isIn = true,
): ColumnTable {
  const names = table.columnNames();
  const own = keyColumns(table, criteria.length === 0 ? names : criteria);
  const keyOf = keyReader(others.length > 0 ? own : own.map((key) => ({ ...key, order: orderWithin(key) })));
  const sets = others.map((other) => {
    const keys = new Set<unknown>();
    const own = keyReader(keyColumns(other, names));
    other.scan((row) => void keys.add(own(row as number)));
    return keys;
  });
  const keySet = new Set<unknown>();
  const filter = new BitSet(table.totalRows());
  table.scan((row) => {
    const key = keyOf(row as number);
    if (keySet.has(key) || sets.some((keys) => keys.has(key) !== isIn)) return;
    keySet.add(key);
    filter.set(row as number);
  }, true);
  return table.create({ filter, groups: null } as never).reify();
}

/** More rows than can be numbered in half of a number's digits. */
const MANY_ROWS = 2 ** 26;

/** As {@link keyReader}, for the rows of one table: values are numbered column by column, without a text for each row. */
function groupReader(columns: readonly RowKeyPart[], rows: number): (row: number) => unknown {
  const [first, ...rest] = columns.map(groupValue);
  if (first === undefined || rest.length === 0) return first ?? (() => null);
  if (rows > MANY_ROWS) return keyReader(columns);
  return rest.reduce<(row: number) => unknown>((before, value) => {
    const [one, other] = [numbered(before), numbered(value)];
    return (row) => one(row) * MANY_ROWS + other(row);
  }, first);
}

function numbered(value: (row: number) => unknown): (row: number) => number {
  const numbers = new Map<unknown, number>();
  return (row) => {
    const own = value(row);
    let number = numbers.get(own);
    if (number === undefined) numbers.set(own, (number = numbers.size));
    return number;
  };
}

/** What is equal for equal values of a column; texts and numbers are it themselves in a column of one kind. */
function groupValue(part: RowKeyPart): (row: number) => unknown {
  const { column } = part;
  const order = orderWithin(part);
  if (order === null && column instanceof DateColumn) return (row) => column.unixMs[row];
  if (order === null && /^(?:number|text|boolean)$/.test(columnFacts(column).kind))
    return (row) => column.at(row) ?? null;
  return keyReader([{ name: "", column, order }]);
}

/** A row's key: equal for rows whose values are, null among them. */
function keyReader(columns: readonly RowKeyPart[]): (row: number) => unknown {
  const value = ({ column, order }: RowKeyPart, row: number): unknown => {
    const own = column.at(row);
    return order === null || own === null || own === undefined ? own : order(own);
  };
  const [first] = columns;
  if (columns.length === 1 && first !== undefined) return (row) => valueKey(value(first, row));
  return (row) => rowKey(columns.map((one) => value(one, row)));
}

/** The columns of keys: names, places, selections, and objects of expressions, which are computed. */
export function keyColumns(table: TypedTable, criteria: readonly unknown[]): RowKeyPart[] {
  return criteria.flatMap((criterion): RowKeyPart[] => {
    if (typeof criterion === "number") return keyColumns(table, [table.columnName(criterion)]);
    if (typeof criterion === "function") return keyColumns(table, selectedNames(table, criterion));
    if (typeof criterion === "string") return [{ name: criterion, ...keyValues(table, criterion) }];
    if (typeof criterion !== "object" || criterion === null)
      throw new Error(`Invalid groupby value: ${String(criterion)}`);
    const named =
      "expr" in criterion && !(criterion instanceof CompiledText) && "field" in criterion
        ? { [(criterion as { toString(): string }).toString()]: criterion }
        : criterion;
    return Object.entries(named).map(([name, source]): RowKeyPart => ({
      name,
      ...keyValues(table, source),
    }));
  });
}
