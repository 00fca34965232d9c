import { checkedText } from "../msgpack/msgpack-reader.ts";
import { scalarJson, stringifyJson } from "../results/stringify-json.ts";
import type { PlainValues } from "../../core/blocks/plain-values.ts";

/**
 * Column types of imports. `exact` is a `long` with an integer that no double represents; merged with doubles it becomes
 * text to stay exact.
 */
export type ImportType = "long" | "exact" | "double" | "string" | { readonly element: ImportType | null };

const MOST = 2n ** 63n - 1n;

/** Type of a value other than null. Booleans are stored as text, maps as JSON text. */
export function valueType(value: unknown): ImportType {
  if (typeof value === "number")
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? "long" : "double";
  if (typeof value === "bigint") {
    if (value > MOST) return "string";
    return BigInt(Number(value)) === value ? "long" : "exact";
  }
  if (!Array.isArray(value)) return "string";
  let element: ImportType | null = null;
  for (const item of value) {
    if (item === null) continue;
    const type = valueType(item);
    element = element === null ? type : mergeTypes(element, type);
  }
  return { element };
}

/** The narrowest common type. */
export function mergeTypes(a: ImportType, b: ImportType): ImportType {
  if (a === b) return a;
  if (typeof a === "object" && typeof b === "object") {
    if (a.element === null) return b;
    return b.element === null ? a : { element: mergeTypes(a.element, b.element) };
  }
  if ((a === "long" && b === "exact") || (a === "exact" && b === "long")) return "exact";
  if ((a === "long" && b === "double") || (a === "double" && b === "long")) return "double";
  return "string";
}

/** DuckDB's name of a type. The elements of an array that is always empty are text. */
export function engineImportType(type: ImportType | null): string {
  if (type === "long" || type === "exact") return "BIGINT";
  if (type === "double") return "DOUBLE";
  if (type === "string" || type === null) return "VARCHAR";
  return `${engineImportType(type.element)}[]`;
}

/** JSON of a list converted to a wider type: text elements become JSON strings. */
export function listText(value: unknown, type: ImportType | null): string {
  if (value === null) return "null";
  if (typeof type === "object" && type !== null)
    return `[${(value as unknown[]).map((item) => listText(item, type.element)).join(",")}]`;
  if (type === "string" || type === null) return JSON.stringify(textOf(value));
  return stringifyJson(value, scalar);
}

/** A value as text: numbers in shortest form, arrays and maps as JSON, bytes as UTF-8. @throws MsgpackFault for others. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return bytesText(value);
  if (isOther(value)) return String(value);
  return stringifyJson(value, scalar);
}

/** NaN and infinities, which JSON lacks, are texts. */
function scalar(value: unknown): string {
  if (value instanceof Uint8Array) return JSON.stringify(bytesText(value));
  return scalarJson(isOther(value) ? String(value) : value);
}

const isOther = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

/** @throws MsgpackFault */
function bytesText(bytes: Uint8Array): string {
  return checkedText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

export interface BlockColumn {
  readonly name: string;
  /** The narrowest type that holds every value. */
  readonly type: ImportType;
  readonly values: Omit<PlainValues, "present">;
  /** Nonzero for rows with a value. */
  readonly present: Uint8Array;
}

/** Some thousand imported rows: the columns with at least one value, including `time`. */
export interface ImportBlock {
  readonly rowCount: number;
  readonly columns: readonly BlockColumn[];
}
