import type { ColumnTable } from "arquero";
import { ConfigError } from "../errors.ts";
import { decimalOrder } from "../text/decimal-order.ts";
import type { Column } from "./table.ts";
import { uniqueNames } from "./unique-names.ts";

export const isDecimal = (type = ""): boolean => /^(?:decimal|numeric)\b/i.test(type);

/** The sort key of a type whose values are texts in another order than theirs: decimals and intervals. Null for other types. */
export function orderOf(type = ""): ((value: unknown) => number | bigint) | null {
  if (isDecimal(type)) return decimalOrder;
  return /^interval\b/i.test(type) ? (value) => intervalOf(String(value)) : null;
}

/** Months of `1-2`, milliseconds of `-3 04:05:06.789`. */
function intervalOf(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const [first = 0, ...rest] = text.replace(/^-/, "").split(/[-: ]/).map(Number);
  if (rest.length === 1) return sign * (12 * first + (rest[0] ?? 0));
  const [hours = 0, minutes = 0, seconds = 0] = rest;
  return sign * Math.round(1000 * (((24 * first + hours) * 60 + minutes) * 60 + seconds));
}

export type Types = Readonly<Record<string, string>>;

/** A criterion of `orderby` that names a column: the name, its place, `(d) => d.name`, or one of them in `desc`. */
function columnOf(table: ColumnTable, criterion: unknown): string | null {
  const inner = (criterion as { readonly expr?: unknown } | null)?.expr ?? criterion;
  if (typeof inner === "number") return table.columnName(inner) ?? null;
  if (typeof inner !== "function") return typeof inner === "string" ? inner : null;
  return /^\(?(\w+)\)?\s*=>\s*\1\.([\w$]+)$/.exec(String(inner))?.[2] ?? null;
}

/**
 * A table with sort keys beside columns of decimals and intervals, and the criteria that sort by them.
 *
 * @returns null if no criterion is such a column.
 */
export function withSortKeys(
  table: ColumnTable,
  types: Types,
  criteria: readonly unknown[],
): { readonly table: ColumnTable; readonly sorting: readonly never[] } | null {
  const data = { ...(table.data() as Readonly<Record<string, Column>>) };
  const names = [...table.columnNames()];
  const sorting = criteria.map((criterion) => {
    const name = columnOf(table, criterion);
    const order = name === null ? null : orderOf(types[name]);
    if (name === null || order === null) return criterion;
    const stand = uniqueNames([...names, name]).at(-1) as string;
    names.push(stand);
    data[stand] = Array.from(data[name] as Column, (value) => (value === null ? null : order(value)));
    if (typeof criterion !== "object") return stand;
    // A copy of what `desc` made.
    return Object.assign(Object.create(Object.getPrototypeOf(criterion) as object) as object, criterion, {
      expr: stand,
    });
  });
  return names.length === table.numCols()
    ? null
    : { table: table.create({ data, names }), sorting: sorting as never[] };
}

/** @throws ConfigError if an expression asks for the extremes of a column whose texts have another order than its values. */
export function refuseTextOrder(types: Types, code: () => string): void {
  if (!Object.values(types).some((type) => orderOf(type) !== null)) return;
  for (const [, name, dotted, quoted] of code().matchAll(
    /\bop\.(max|min|median|quantile|bins)\(\s*\w+(?:\.([\w$]+)|\["([^"]+)"\])\s*[,)]/g,
  )) {
    const column = dotted ?? quoted ?? "";
    const type = types[column];
    if (orderOf(type) === null) continue;
    const value = `+d[${JSON.stringify(column)}]`;
    const instead = isDecimal(type)
      ? `; write (d) => op.${name}(${value}${name === "quantile" ? ", 0.5" : ""})`
      : "";
    throw new ConfigError(
      `op.${name} compares the texts of the ${type} in column ${JSON.stringify(column)}, not their values${instead}`,
    );
  }
}
