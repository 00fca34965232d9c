import { scalarJson, stringifyJson } from "./stringify-json.ts";

/** A text form of rows as decoded from MessagePack. */
export interface TextFormat {
  readonly contentType: string;
  /** A row, or the column names, as one line with its newline. */
  line(row: readonly unknown[]): string;
}

/** One JSON array per line. */
const json: TextFormat = {
  contentType: "application/json; charset=utf-8",
  line: (row) => `[${row.map(jsonCell).join(",")}]\n`,
};

/** RFC 4180 with `\n` as line end; null is an empty cell, an empty string is `""`. */
const csv: TextFormat = { contentType: "text/csv; charset=utf-8", line: separated(",") };
const tsv: TextFormat = { contentType: "text/tab-separated-values; charset=utf-8", line: separated("\t") };

export type TextFormatName = "json" | "csv" | "tsv";

export const TEXT_FORMATS: Readonly<Record<TextFormatName, TextFormat>> = { json, csv, tsv };

function separated(separator: string): TextFormat["line"] {
  const special = new RegExp(`["\\r\\n${separator}]`);
  const cell = (value: unknown): string => {
    if (value === null) return "";
    const text = cellText(value);
    return text === "" || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  // Readers skip empty lines, so in a single column null is `""`.
  return (row) => (row.length === 1 && row[0] === null ? '""\n' : `${row.map(cell).join(separator)}\n`);
}

function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  return otherText(value) ?? stringifyJson(value, scalar);
}

function jsonCell(value: unknown): string {
  return escapeNonAscii(stringifyJson(value, scalar));
}

const scalar = (value: unknown): string => scalarJson(otherText(value) ?? value);

/** The text of what JSON lacks: NaN, infinities, and bytes (base64). Null for other values. */
function otherText(value: unknown): string | null {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : null;
}

// eslint-disable-next-line no-control-regex -- the class is what is not ASCII
const NON_ASCII = /[^\x00-\x7e]/;

/** Some clients split lines at every Unicode line separator, even inside strings. */
function escapeNonAscii(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
