import { types } from "node:util";
import { isAnyTable, type AnyTable } from "../../../magics/display/table/any-table.ts";
import { columnLines } from "../../../magics/complete/describe-tables.ts";
import type { ValueDescription } from "../kernel-adapter.ts";

const MAX_FIELDS = 20;
const MAX_TEXT = 100;
const MAX_SOURCE = 20_000;
/** Rows in which a column's type is looked for. */
const TYPED_ROWS = 100;

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;

/** Describes a value without running code of the notebook: no getter, no proxy, no way of its own to be shown. */
export function describeValue(name: string, value: unknown): ValueDescription {
  if (typeof value === "function" && !types.isProxy(value))
    return {
      text: `${name}: function`,
      source: Function.prototype.toString.call(value).slice(0, MAX_SOURCE),
    };
  if (isTable(value)) return { text: describeTable(name, value) };
  const kind = kindOf(value);
  const literal = literalOf(value);
  if (literal !== null)
    return { text: literal === kind ? `${name}: ${kind}` : `${name}: ${kind} = ${literal}` };
  if (Array.isArray(value)) return { text: `${name}: array of ${value.length}` };
  return { text: [`${name}: ${kind}`, ...fieldLines(value)].join("\n") };
}

/** A property that is not a getter, also an inherited one; null if there is none. */
export function plainProperty(value: unknown, name: string): { readonly value: unknown } | null {
  if (value === null || value === undefined) return null;
  for (
    let owner: unknown = Object(value);
    owner !== null && !types.isProxy(owner);
    owner = getPrototypeOf(owner)
  ) {
    const property = getOwnPropertyDescriptor(owner, name);
    if (property !== undefined) return "value" in property ? { value: property.value } : null;
  }
  return null;
}

function isTable(value: unknown): value is AnyTable {
  return typeof plainProperty(value, "columnNames")?.value === "function" && isAnyTable(value);
}

function describeTable(name: string, table: AnyTable): string {
  const columns = table.columnNames().map((column) => ({ name: column, type: typeOf(table, column) }));
  const size = `${table.numRows()} rows × ${columns.length} columns`;
  return [`${name}: table, ${size}`, ...columnLines(columns)].join("\n");
}

/** The service's type, else that of the first value; null without either. */
function typeOf(table: AnyTable, name: string): string | null {
  const type = table.types?.[name];
  if (type !== undefined) return type;
  const column = table.data()[name];
  for (let row = 0; column !== undefined && row < Math.min(column.length, TYPED_ROWS); row++) {
    const value = column.at(row);
    if (value !== null && value !== undefined) return kindOf(value);
  }
  return null;
}

function kindOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  if (Array.isArray(value)) return "array";
  const kind = plainProperty(plainProperty(value, "constructor")?.value, "name")?.value;
  return typeof kind === "string" && kind !== "" && kind !== "Object" ? kind : "object";
}

/** A value as code writes it; null if that is more than a word. */
function literalOf(value: unknown): string | null {
  if (types.isDate(value) && !Number.isNaN(Date.prototype.getTime.call(value)))
    return Date.prototype.toISOString.call(value);
  if (typeof value === "string")
    return value.length > MAX_TEXT ? `${JSON.stringify(value.slice(0, MAX_TEXT))}…` : JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  return typeof value === "object" && value !== null ? null : String(value);
}

/** The fields with their kinds, not their values, which may be long or secret. */
function fieldLines(value: unknown): string[] {
  if (types.isProxy(value)) return [];
  const fields = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(
    ([, property]) => property.enumerable === true,
  );
  const lines = columnLines(
    fields
      .slice(0, MAX_FIELDS)
      .map(([name, property]) => ({ name, type: "value" in property ? kindOf(property.value) : null })),
  );
  return fields.length > MAX_FIELDS ? [...lines, `  and ${fields.length - MAX_FIELDS} more`] : lines;
}
