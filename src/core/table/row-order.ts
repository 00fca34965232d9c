import type { ColumnTable } from "arquero";
import { keyValues } from "./expressions/key-values.ts";
import { compareByValue } from "./value-order.ts";

type Compare = (row: number, other: number) => number;

interface SortCriterion {
  readonly expr?: unknown;
  readonly desc?: boolean;
  readonly collate?: (one: unknown, other: unknown) => number;
}

/**
 * The order of a table's rows by criteria as `orderby` takes them: by value for every type, nulls last, ascending or not, as in SQL and pandas.
 *
 * @param types - The service's types of the columns, where known.
 */
export function rowOrder(
  table: ColumnTable,
  types: Readonly<Record<string, string>>,
  criteria: readonly unknown[],
): Compare {
  const compares = criteria.flatMap(opened).map((criterion) => compareRows(table, types, criterion));
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

function compareRows(
  table: ColumnTable,
  types: Readonly<Record<string, string>>,
  criterion: unknown,
): Compare {
  const { expr = criterion, desc = false, collate } = Object(criterion) as SortCriterion;
  const name = typeof expr === "number" ? table.columnName(expr) : expr;
  if (name === undefined || typeof name === "boolean")
    throw new Error(`Invalid orderby field: ${String(expr)}`);
  const { column, order } = keyValues(
    table,
    types,
    typeof name === "object" && "expr" in (name as object) ? criterion : name,
  );
  const values = Array.from(column, (value) => keyed(value, order));
  const sign = desc ? -1 : 1;
  const compare =
    collate ??
    (values.some((value) => typeof value === "object" && value !== null) ? compareByValue : compareScalars);
  return (row, other) => {
    const [one, two] = [values[row], values[other]];
    if (one === null || two === null) return one === two ? 0 : one === null ? 1 : -1;
    return sign * compare(one, two);
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
