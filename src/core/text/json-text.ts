// This folder: texts of values: JSON, CSV, decimals, and what a terminal or an error may show.

import { ConfigError } from "../errors.ts";
import { columnKind, scaleOf, type ServiceType } from "../wire/service-type.ts";
import { decimalText } from "./decimal-text.ts";
import { rowNames } from "../decode/nested-values.ts";

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const isDecimal = (type: ServiceType | undefined): type is ServiceType =>
  type !== undefined && columnKind(type) === "decimal";

/** How deep lists and objects may be nested, which also ends those that contain themselves. */
const MAX_DEPTH = 1000;

/** Who reads the JSON: `javascript` has texts in place of numbers that its parser would change, and null in place of what is refused. */
export type JsonReader = "any" | "javascript";

/**
 * A value as exact JSON: BigInts and decimals as plain digits, binary as hexadecimal text, dates and others with a `toJSON` as that gives, maps as
 * objects, sets as lists. NaN and infinities become null, as JSON has no form for them.
 *
 * @param type - Identifies decimals; if it names the fields of rows, rows become objects.
 * @throws ConfigError for what would lose its content: functions, symbols, promises, and objects of other classes without fields.
 */
export function jsonText(value: unknown, type?: ServiceType, reader: JsonReader = "any", depth = 0): string {
  const isExact = reader === "any";
  switch (typeof value) {
    case "bigint":
      return isExact || Number.isSafeInteger(Number(value)) ? value.toString() : `"${value}"`;
    case "number":
      if (!Number.isFinite(value)) return isExact ? "null" : `"${value}"`;
      if (isDecimal(type)) return decimalText(value, scaleOf(type));
      return Object.is(value, -0) ? "-0.0" : String(value);
    case "string":
      return isExact && isDecimal(type) && DECIMAL.test(value) ? value : JSON.stringify(value);
    case "boolean":
      return String(value);
    case "object":
      return value === null ? "null" : objectText(value, type, reader, depth);
    case "undefined":
      return "null";
    default:
      if (!isExact) return "null";
      throw new ConfigError(`a ${typeof value} can't be written; write a value or null`);
  }
}

function objectText(value: object, type: ServiceType | undefined, reader: JsonReader, depth: number): string {
  checkDepth(depth);
  const plain = ownJson(value);
  if (plain !== value) return jsonText(plain, type, reader, depth + 1);
  if (value instanceof Uint8Array) return `"${hexText(value)}"`;
  const fields = reader === "any" ? writtenFields(value, type) : fieldsOf(value, type);
  if (fields?.length === 0 && reader === "any") checkContent(value);
  if (fields !== null)
    return `{${fields.map(([key, item, inner]) => `${JSON.stringify(key)}:${jsonText(item, inner, reader, depth + 1)}`).join(",")}}`;
  const items = Array.from(value as Iterable<unknown>, (item, at) =>
    jsonText(item, type?.inner[at] ?? type?.inner[0], reader, depth + 1),
  );
  return `[${items.join(",")}]`;
}

/** @throws ConfigError for a list or object too deep in others. */
export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH)
    throw new ConfigError(`lists and objects are nested more than ${MAX_DEPTH} deep, or contain themselves`);
}

/** What a value's `toJSON` gives, as of dates (null if invalid), Temporal, Luxon and Arrow; the entries of a set; else the value. */
export function ownJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  // Vega-Lite gives all sets a `toJSON` that makes a text.
  if (value instanceof Set) return [...(value as Set<unknown>)];
  const { toJSON: own } = value as { toJSON?: unknown };
  return typeof own === "function" ? (own as () => unknown).call(value) : value;
}

/** @throws ConfigError for an object without fields that is not an empty `{}` or map: its content is elsewhere. */
function checkContent(value: object): void {
  if (isPlainObject(value) || value instanceof Map) return;
  const { name = "" } = (value.constructor ?? {}) as { name?: string };
  throw new ConfigError(
    `an object ${name} can't be written, as it has no fields; ${name === "Promise" ? "await it" : "write a text of it"}`,
  );
}

export function hexText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** The fields of a row, map or object, each with its type if known, rows in the order of their type; null for lists. */
export function fieldsOf(
  value: object,
  type?: ServiceType,
): [string, unknown, ServiceType | undefined][] | null {
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) return null;
  const { inner = [], fieldNames = [], name = "" } = type ?? {};
  // Objects have keys such as "1" first.
  const isRow =
    fieldNames.length === Object.keys(value).length &&
    rowNames(type)?.every((field) => Object.hasOwn(value, field));
  if (isRow)
    return fieldNames.map((field, at) => [field, (value as Record<string, unknown>)[field], inner[at]]);
  const entries = value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value);
  return entries.map(([key, item]) => {
    const field = mapKeyText(key);
    return [field, item, name === "map" ? inner[1] : inner[fieldNames.indexOf(field)]];
  });
}

/** As {@link fieldsOf}, of a value that is written. @throws ConfigError for a map of which one of two equal keys would be lost. */
export function writtenFields(value: object, type?: ServiceType): ReturnType<typeof fieldsOf> {
  const fields = fieldsOf(value, type);
  if (fields === null || !(value instanceof Map)) return fields;
  const keys = new Set<string>();
  for (const [key] of fields) {
    if (keys.has(key))
      throw new ConfigError(`a map has several keys that are ${JSON.stringify(key)} as text`);
    keys.add(key);
  }
  return fields;
}

/** The key of a map as text: dates as ISO, lists and objects as JSON. */
function mapKeyText(key: unknown): string {
  const plain = ownJson(key);
  return typeof plain === "object" && plain !== null ? jsonText(plain) : String(plain);
}

/** Whether an object is `{}`, with or without fields, of any realm. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
