// This folder: a column's values checked and typed for an upload.

import { BooleanColumn } from "../../table/columns/boolean-column.ts";
import { NullableColumn } from "../../table/columns/nullable-column.ts";
import { TextColumn } from "../../table/columns/text-column.ts";
import type { Column } from "../../table/table.ts";
import { jsonText, ownJson, checkDepth } from "../../text/json-text.ts";
import { isWellFormed } from "../../text/visible-text.ts";
import { columnKind, parseServiceType } from "../../wire/service-type.ts";
import type { FrameColumn } from "../frame.ts";
import { isNone } from "../../table/is-none.ts";
import { ConfigError } from "../../errors.ts";

/** Type of a column's non-null values in an upload. */
export type UploadKind = "long" | "double" | "boolean" | "string" | "list";

/** A column of a frame with the form in which its values are sent. */
export interface UploadColumn {
  readonly name: string;
  readonly kind: UploadKind;
  /** `long`: safe integers, and BigInt within int64; `list`: arrays; any may be null. */
  readonly values: Column;
}

/** Kinds of values in a column, as bit flags. */
const INTEGER = 1;
const BIG = 2;
const FLOAT = 4;
const BOOLEAN = 8;
const TEXT = 16;
const DATE = 32;
const LIST = 64;
const OTHER = 128;
/** An integer that a double would round, as in a column with floats. */
const EXACT = 256;

function bitOf(value: unknown): number {
  switch (typeof value) {
    case "number":
      return Number.isSafeInteger(value) ? INTEGER : Number.isNaN(value) ? 0 : FLOAT;
    case "bigint":
      if (BigInt.asIntN(64, value) !== value) return BIG;
      return BigInt(Number(value)) === value ? INTEGER : INTEGER | EXACT;
    case "boolean":
      return BOOLEAN;
    case "string":
      return TEXT;
    case "undefined":
      return 0;
    default:
      if (value === null) return 0;
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? 0 : DATE;
      return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof Uint8Array))
        ? LIST
        : OTHER;
  }
}

/** Kind of a typed array; null for other columns. */
function numberArray(values: Column): "integer" | "float" | null {
  if (!ArrayBuffer.isView(values)) return null;
  return values instanceof Float64Array || values instanceof Float32Array ? "float" : "integer";
}

function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  const plain = ownJson(value) ?? null;
  return typeof plain === "string" || plain === null ? plain : jsonText(plain);
}

/**
 * Determines how a column is uploaded. Columns of one kind keep it. Integers outside int64, integers that floats in the same column would
 * round, objects and mixed columns become text (JSON for lists and objects); dates become text of one precision. NaN is null.
 *
 * @throws ConfigError for what tables can't hold, see {@link checkValue}.
 */
export function uploadColumn(column: FrameColumn, formatDate: ((date: Date) => string) | null): UploadColumn {
  return typedColumn(column) ?? untypedColumn(column, formatDate);
}

/**
 * Uploads a column without a copy or a check of each value, if its storage implies its type. NaN in numbers becomes null. Null:
 * the type must be inferred from the values.
 */
function typedColumn({ name, values, type }: FrameColumn): UploadColumn | null {
  if (values instanceof TextColumn) return { name, kind: "string", values };
  if (values instanceof BooleanColumn) return { name, kind: "boolean", values };
  const declared = type === null ? null : columnKind(parseServiceType(type));
  const numbers: unknown = values instanceof NullableColumn ? values.values : values;
  if (numbers instanceof BigInt64Array) return declared === "float" ? null : { name, kind: "long", values };
  if (numbers instanceof Int32Array) return { name, kind: declared === "float" ? "double" : "long", values };
  if (!(numbers instanceof Float64Array)) return null;
  const nulls = values instanceof NullableColumn ? values.nulls : null;
  if (declared === "integer" && allSafe(numbers, nulls)) return { name, kind: "long", values };
  const withNaN = nullsOf(numbers, nulls);
  const isSame = withNaN === null || withNaN === nulls;
  return { name, kind: "double", values: isSame ? values : new NullableColumn(numbers, withNaN) };
}

function allSafe(values: Float64Array, nulls: Uint8Array | null): boolean {
  for (let row = 0; row < values.length; row++) {
    if (!Number.isSafeInteger(values[row]) && nulls?.[row] !== 1) return false;
  }
  return true;
}

/** The null mask extended by NaN; unchanged if there are no NaN. */
function nullsOf(values: Float64Array, nulls: Uint8Array | null): Uint8Array | null {
  let mask = nulls;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (value === value || mask?.[row] === 1) continue;
    if (mask === nulls) mask = nulls === null ? new Uint8Array(values.length) : nulls.slice();
    (mask as Uint8Array)[row] = 1;
  }
  return mask;
}

function untypedColumn(
  { name, values, type }: FrameColumn,
  formatDate: ((date: Date) => string) | null,
): UploadColumn {
  let bits = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values.at(row);
    checkValue(value, name, row);
    bits |= bitOf(value);
  }
  const numbers = numberArray(values);
  const declared = type === null ? numbers : columnKind(parseServiceType(type));
  const isFloat = declared === "float" || (declared !== "integer" && numbers === "float");
  const as = (kind: UploadKind, map: (value: unknown) => unknown = (value) => value): UploadColumn => ({
    name,
    kind,
    values: mapColumn(values, map),
  });
  if ((bits & ~EXACT) === INTEGER && !(isFloat && bits === INTEGER)) return as("long");
  if (bits !== 0 && (bits & ~(INTEGER | FLOAT)) === 0) return as("double", Number);
  if (bits === BOOLEAN) return as("boolean");
  if (bits === DATE) {
    const dates = mapColumn(values, (value) => value) as (Date | null)[];
    return { name, kind: "string", values: dateTexts(dates, formatDate) };
  }
  if (bits === LIST) return as("list", (value) => Array.from(value as unknown[]));
  if (bits === 0 && (declared === "integer" || isFloat)) return as(isFloat ? "double" : "long");
  return as("string", textOf);
}

/**
 * Dates as text in UTC. Without a format the whole column has one precision: days if all are midnight, else seconds,
 * or milliseconds if any has a fraction.
 */
function dateTexts(
  dates: readonly (Date | null)[],
  format: ((date: Date) => string) | null,
): (string | null)[] {
  if (format !== null) return dates.map((date) => date && format(date));
  const present = dates.filter((date) => date !== null);
  const length = present.every((date) => date.getTime() % 86_400_000 === 0)
    ? 10
    : present.every((date) => date.getTime() % 1000 === 0)
      ? 19
      : 23;
  return dates.map((date) => date && isoText(date, length));
}

function isoText(date: Date, length: number): string {
  const iso = date.toISOString();
  // Years outside 0 to 9999 have a sign and six digits.
  const extra = iso.length - "0000-00-00T00:00:00.000Z".length;
  return iso.slice(0, length + extra).replace("T", " ");
}

/** Maps the values of a column; null, NaN and invalid dates become null. */
export function mapColumn(values: Column, map: (value: never, row: number) => unknown): unknown[] {
  const out = new Array<unknown>(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values.at(row);
    out[row] = isNone(value) || Number.isNaN(value) ? null : map(value as never, row);
  }
  return out;
}

/** @throws ConfigError for what tables can't hold: binary values, functions, symbols, promises, and text with lone surrogates. */
export function checkValue(value: unknown, column: string, row: number): void {
  const what = refusal(value);
  if (what !== null) throw new ConfigError(`row ${row} of column ${JSON.stringify(column)} holds ${what}`);
}

function refusal(value: unknown): string | null {
  switch (typeof value) {
    case "string":
      return isWellFormed(value)
        ? null
        : `half a character (a lone surrogate): ${JSON.stringify(value.slice(0, 40))}`;
    case "function":
      return "a function; write the value that it returns";
    case "symbol":
      return "a symbol; write it as text";
    default:
      if (typeof (value as { readonly then?: unknown } | null)?.then === "function")
        return "a promise; write await before the call that makes it";
      return value instanceof Uint8Array
        ? "binary values, which tables can't store; write them as text"
        : null;
  }
}

/**
 * A column for tables without booleans and lists: `true` and `false` as text, lists as JSON text unless kept.
 *
 * @throws ConfigError for a kept list with binary values, or text with lone surrogates.
 */
export function plainColumn(column: UploadColumn, keepLists: boolean): UploadColumn {
  const { name, kind, values } = column;
  if (kind === "boolean" || (kind === "list" && !keepLists))
    return { name, kind: "string", values: mapColumn(values, (value) => jsonText(value)) };
  if (kind !== "list") return column;
  return { name, kind, values: mapColumn(values, (value, row) => keptItem(value, name, row)) };
}

function keptItem(item: unknown, column: string, row: number, depth = 0): unknown {
  checkDepth(depth);
  checkValue(item, column, row);
  const value = ownJson(item);
  // As in a column: -0 must not make a list of integers one of doubles.
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return jsonText(value);
  return Array.from(value as ArrayLike<unknown>, (inner) => keptItem(inner, column, row, depth + 1));
}
