import type { Column } from "../../columns/column.ts";
import { DateColumn } from "../../columns/date-column.ts";
import { NullableColumn } from "../../columns/nullable-column.ts";
import type { TypedTable } from "../../expressions/expression-names.ts";
import { compareByValue } from "../../value-order.ts";
import { keyValues, orderWithin, type KeyValues } from "./key-values.ts";

type Compare = (row: number, other: number) => number;

interface SortCriterion {
  readonly expr?: unknown;
  readonly desc?: boolean;
  readonly collate?: (one: unknown, other: unknown) => number;
}

/** The order of a table's rows by criteria as `orderby` takes them: by value for every type, nulls last, ascending or not, as in SQL and pandas. */
export function rowOrder(table: TypedTable, criteria: readonly unknown[]): Compare {
  const compares = criteria.flatMap(opened).map((criterion) => compareRows(table, criterion));
  const [first, second] = compares;
  if (compares.length === 1 && first !== undefined) return first;
  if (compares.length === 2 && first !== undefined && second !== undefined)
    return (row, other) => first(row, other) || second(row, other);
  return (row, other) => {
    for (const compare of compares) {
      const order = compare(row, other);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** An object of expressions stands for each of them. */
function opened(criterion: unknown): unknown[] {
  const { expr = criterion } = Object(criterion) as SortCriterion;
  if (typeof expr !== "object" || expr === null || "fields" in expr || "expr" in expr) return [criterion];
  return Object.values(expr).flatMap(opened);
}

function compareRows(table: TypedTable, criterion: unknown): Compare {
  const { expr = criterion, desc = false, collate } = Object(criterion) as SortCriterion;
  const name = typeof expr === "number" ? table.columnName(expr) : expr;
  if (name === undefined || typeof name === "boolean")
    throw new Error(`Invalid orderby field: ${String(expr)}`);
  const key = typeof name === "object" && "expr" in (name as object) ? criterion : name;
  return compareColumn(keyValues(table, key), desc, collate);
}

/** The order of rows by the values of one column. */
export function compareColumn(values: KeyValues, desc = false, collate?: SortCriterion["collate"]): Compare {
  const { column } = values;
  const order = orderWithin(values);
  const sign = desc ? -1 : 1;
  if (collate === undefined && order === null) {
    const numbers = sortedNumbers(column);
    if (numbers !== null) return compareNumbers(numbers, sign);
  }
  const keys = Array.from(column, (value) => keyed(value, order));
  if (collate === undefined && keys.every((value) => typeof value === "string"))
    return compareTexts(keys, sign);
  const compare =
    collate ??
    (keys.some((value) => typeof value === "object" && value !== null) ? compareByValue : compareScalars);
  return (row, other) => {
    const [one, two] = [keys[row], keys[other]];
    if (one === null || two === null) return one === two ? 0 : one === null ? 1 : -1;
    return sign * compare(one, two);
  };
}

interface SortedNumbers {
  readonly values: Float64Array | Int32Array;
  /** 1 where the value is null; null: no nulls. */
  readonly nulls: Uint8Array | null;
  readonly hasNan: boolean;
}

/** The numbers of a column as they are kept, if they are; dates by their instant. */
function sortedNumbers(column: Column): SortedNumbers | null {
  const own = column instanceof NullableColumn ? (column.values as unknown) : column;
  const values = column instanceof DateColumn ? column.unixMs : own;
  if (!(values instanceof Float64Array || values instanceof Int32Array)) return null;
  const nulls =
    column instanceof DateColumn ? Uint8Array.from(values, (ms) => (ms === ms ? 0 : 1))
    : column instanceof NullableColumn ? column.nulls
    : null; // prettier-ignore
  const hasNan =
    values instanceof Float64Array && values.some((value, row) => value !== value && nulls?.[row] !== 1);
  return { values, nulls: nulls?.includes(1) === true ? nulls : null, hasNan };
}

function compareNumbers({ values, nulls, hasNan }: SortedNumbers, sign: number): Compare {
  if (nulls === null && !hasNan)
    return sign > 0
      ? (row, other) => (values[row] as number) - (values[other] as number) || 0
      : (row, other) => (values[other] as number) - (values[row] as number) || 0;
  return (row, other) => {
    if (nulls !== null) {
      const order = (nulls[row] as number) - (nulls[other] as number);
      if (order !== 0 || nulls[row] === 1) return order;
    }
    return sign * compareScalars(values[row], values[other]);
  };
}

function compareTexts(values: readonly string[], sign: number): Compare {
  return (row, other) => {
    const [one, two] = [values[row] as string, values[other] as string];
    return one === two ? 0 : one < two ? -sign : sign;
  };
}

/** Values of one kind; NaN is the largest number. */
function compareScalars(one: unknown, other: unknown): number {
  if ((one as number) < (other as number)) return -1;
  if ((one as number) > (other as number)) return 1;
  return one === other ? 0 : Number(Number.isNaN(one)) - Number(Number.isNaN(other));
}

/** Null for what is missing; a date by its instant. */
function keyed(value: unknown, order: ((value: unknown) => unknown) | null): unknown {
  if (value === null || value === undefined) return null;
  const own = order === null ? value : order(value);
  if (!(own instanceof Date)) return own;
  const ms = own.getTime();
  return Number.isNaN(ms) ? null : ms;
}
