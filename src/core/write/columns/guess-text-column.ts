import type { Column } from "../../table/table.ts";
import { mapColumn, type UploadColumn } from "./upload-column.ts";

const INTEGER = /^\s*[+-]?\d+\s*$/;
const FLOAT = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;
/** Decimal digits that a double always preserves. */
const EXACT_DIGITS = 15;
/** Below it doubles have fewer digits. */
const SMALLEST_NORMAL = 2 ** -1022;
const BOOLEAN = /^(true|false)$/i;

function every(values: Column, test: (text: string) => boolean): boolean {
  let any = false;
  for (let row = 0; row < values.length; row++) {
    const value = values.at(row) as string | null;
    if (value === null) continue;
    if (!test(value)) return false;
    any = true;
  }
  return any;
}

function integerOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function fitsInt64(text: string): boolean {
  return INTEGER.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** Whether a double represents the number: an integer exactly, another with all its digits. */
function fitsDouble(text: string): boolean {
  if (!FLOAT.test(text)) return false;
  const number = Number(text);
  if (!Number.isFinite(number)) return false;
  if (text.length <= EXACT_DIGITS && Math.abs(number) >= SMALLEST_NORMAL) return true;
  return INTEGER.test(text) ? BigInt(number) === BigInt(text) : digitsOf(text) === digitsOf(String(number));
}

/** The digits of a number from the first to the last that is not 0, and the power of ten before them. */
function digitsOf(text: string): string {
  const [mantissa = "", exponent = "0"] = text.trim().toLowerCase().replace(/^[+-]/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let from = 0;
  while (digits[from] === "0") from++;
  let to = digits.length;
  while (to > from && digits[to - 1] === "0") to--;
  return from === to ? "0" : `${digits.slice(from, to)}e${Number(exponent) + whole.length - from}`;
}

/**
 * Infers a text column's type from its texts, for `fmt: "csv"`: `007` becomes 7. A column is converted only if all its texts fit: with
 * `n/a` among numbers it stays text, and so do decimals with more digits than a double preserves.
 */
export function guessTextColumn(column: UploadColumn): UploadColumn {
  const { name, kind, values } = column;
  if (kind !== "string") return column;
  if (every(values, fitsInt64)) return { name, kind: "long", values: mapColumn(values, integerOf) };
  if (every(values, fitsDouble) && !every(values, (text) => INTEGER.test(text)))
    return { name, kind: "double", values: mapColumn(values, Number) };
  if (every(values, (text) => BOOLEAN.test(text)))
    return {
      name,
      kind: "boolean",
      values: mapColumn(values, (text: string) => text.toLowerCase() === "true"),
    };
  return column;
}
