import { BooleanColumn } from "../columns/boolean-column.ts";
import { DateColumn } from "../columns/date-column.ts";
import { NullableColumn } from "../columns/nullable-column.ts";
import { TextColumn } from "../columns/text-column.ts";
import type { Column } from "../columns/column.ts";
import { columnKind, isMoment, parseServiceType } from "../../wire/service-type.ts";
import { isClock, isDecimal } from "../value-order.ts";

/** What a value is, as expressions tell values apart; `unknown` if it may be several. Decimals, intervals, JSON and moments (dates, timestamps, times of day) are texts. */
export type ValueKind =
  | "number"
  | "bigint"
  | "numbers"
  | "text"
  | "boolean"
  | "date"
  | "bytes"
  | "list"
  | "object"
  | "decimal"
  | "interval"
  | "json"
  | "moment"
  | "unknown";

/** Names by the kind that is theirs, from lists of names. */
export const kindsOf = (lists: readonly (readonly [ValueKind, string])[]): ReadonlyMap<string, ValueKind> =>
  new Map(lists.flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)));

/** Whether values of a kind are texts that are compared by what they amount to. */
export const isKeyed = (kind: ValueKind = "unknown"): boolean => /^(?:decimal|interval|moment)$/.test(kind);

export interface ColumnFacts {
  readonly kind: ValueKind;
  /** Whether a value may be null or undefined. */
  readonly nullable: boolean;
}

/** Kinds of plain lists, which cost a look at every value. */
const listKinds = new WeakMap<object, ValueKind>();

export function columnFacts(column: Column, type = ""): ColumnFacts {
  const { kind, nullable } = ownFacts(column);
  if (isDecimal(type)) return { kind: /^(?:number|bigint|numbers)$/.test(kind) ? kind : "decimal", nullable };
  return { kind: kind === "text" ? textKind(type) : kind, nullable };
}

/** What the texts of a type of the service are. */
export function textKind(type: string): ValueKind {
  if (/^interval\b/i.test(type)) return "interval";
  if (/^json$/i.test(type)) return "json";
  const service = parseServiceType(type);
  if (columnKind(service) === "decimal") return "decimal";
  return isMoment(service) || isClock(service.name) ? "moment" : "text";
}

/** The characters of a time in each column of texts that was looked at; null if they differ. */
const widths = new WeakMap<object, number | null>();

/** How many characters all texts of a column of dates or timestamps have; null if they differ, or have other years than those of four digits. */
export function timeWidth(column: Column): number | null {
  const cached = widths.get(column);
  if (cached !== undefined) return cached;
  const width = widthOf(column);
  widths.set(column, width);
  return width;
}

function widthOf(column: Column): number | null {
  let width: number | null = null;
  for (let row = 0; row < column.length; row++) {
    const text = column.at(row);
    if (text === null || text === undefined) continue;
    if (typeof text !== "string" || text[4] !== "-") return null;
    if (width !== null && width !== text.length) return null;
    width = text.length;
  }
  return width;
}

function ownFacts(column: Column): ColumnFacts {
  if (column instanceof DateColumn) return { kind: "date", nullable: true };
  // Its texts stay bytes until they are read.
  if (column instanceof TextColumn) return { kind: "text", nullable: true };
  if (column instanceof BooleanColumn) return { kind: "boolean", nullable: true };
  if (column instanceof NullableColumn)
    return { kind: column.values instanceof BigInt64Array ? "bigint" : "number", nullable: true };
  if (column instanceof BigInt64Array || column instanceof BigUint64Array)
    return { kind: "bigint", nullable: false };
  if (ArrayBuffer.isView(column)) return { kind: "number", nullable: false };
  const kind = listKinds.get(column) ?? kindOfValues(column);
  listKinds.set(column, kind);
  return { kind: kind, nullable: true };
}

function kindOfValues(column: Column): ValueKind {
  let kind: ValueKind | null = null;
  for (const value of column) {
    if (value === null || value === undefined) continue;
    const own = kindOf(value);
    if (kind === null || kind === own) kind = own;
    else if (/^(?:number|bigint)/.test(kind) && /^(?:number|bigint)/.test(own)) kind = "numbers";
    else return "unknown";
  }
  return kind ?? "unknown";
}

export function kindOf(value: unknown): ValueKind {
  switch (typeof value) {
    case "number":
    case "bigint":
    case "boolean":
      return typeof value as ValueKind;
    case "string":
      return "text";
    default:
  }
  if (value instanceof Date) return "date";
  if (Array.isArray(value)) return "list";
  if (ArrayBuffer.isView(value)) return "bytes";
  const isRow =
    typeof value === "object" &&
    value !== null &&
    !/^(?:Map|RegExp|Set)$/.test(value.constructor?.name ?? "");
  return isRow ? "object" : "unknown";
}

const WORDS: Readonly<Partial<Record<ValueKind, string>>> = {
  number: "a number",
  bigint: "a BigInt",
  numbers: "a number",
  date: "a Date",
  bytes: "bytes",
  list: "a list",
  object: "an object",
  decimal: "a decimal",
  interval: "an interval",
  json: "JSON text",
  moment: "the text of a time",
  boolean: "a boolean",
};

/** A kind as a message names it: `a number`. */
export const kindWord = (kind: ValueKind): string => WORDS[kind] ?? "a text";
