import { mapColumn } from "./map-column.ts";
import { columnKind, parseServiceType } from "../../wire/service-type.ts";
import type { Column } from "../../table/table.ts";
import { checkValue } from "./check-value.ts";
import { dateTexts } from "./date-texts.ts";
import type { FrameColumn } from "../frame.ts";
import { jsonText, ownJson } from "../../text/json-text.ts";
import { typedColumn } from "./typed-column.ts";

/** Type of a column's non-null values in an upload. */
export type UploadKind = "long" | "double" | "boolean" | "string" | "list";

/** A column of a frame with the form in which its values are sent. */
export interface UploadColumn {
  readonly name: string;
  readonly kind: UploadKind;
  /** `long`: safe integers, and BigInt within int64; `list`: arrays; any may be null. */
  readonly values: Column;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

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
      if (value < INT64_MIN || value > INT64_MAX) return BIG;
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
