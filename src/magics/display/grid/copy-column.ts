import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { fieldsOf, hexText } from "../../../core/text/json-text.ts";
import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import { BooleanColumn } from "../../../core/table/columns/boolean-column.ts";
import { DateColumn } from "../../../core/table/columns/date-column.ts";
import { NullableColumn } from "../../../core/table/columns/nullable-column.ts";
import { BLOCK_ROWS, TextColumn } from "../../../core/table/columns/text-column.ts";
import { textFormatter } from "../../../core/table/columns/column-display.ts";
import type { AnyColumn } from "../table/any-table.ts";
import { datePrecision, formatDate } from "../table/format-date.ts";
import { GRID_ARRAYS, type GridKind } from "./grid-file.ts";

/** A copied column; null if it exceeds the bytes left. */
export interface CopiedColumn {
  readonly kind: GridKind;
  readonly nulls: boolean;
  readonly bytes: number;
}

/** Rows to copy, and where to. */
export interface CopyTarget {
  /** The table's order; null if it is that of the column. */
  readonly order: ArrayLike<number> | null;
  readonly rows: number;
  /** Beginning of the files' paths. */
  readonly path: string;
  /** Maximum bytes. */
  readonly most: number;
}

const PIECE = 1 << 16;
/** Maximum distinct texts of a dictionary. */
const MAX_TEXTS = 1 << 16;

/** Writes a column's values to files. @param type - The service's type, which names the fields of rows. */
export function copyColumn(column: AnyColumn, target: CopyTarget, type: string | null): CopiedColumn | null {
  const [values, nulls] = column instanceof NullableColumn ? [column.values, column.nulls] : [column, null];
  const kind = kindOfArray(values);
  if (kind !== null) return copyNumbers(values as NodeJS.TypedArray, nulls, target, kind);
  if (column instanceof BooleanColumn) return copyNumbers(column.codes, null, target, "bool");
  if (column instanceof DateColumn) return copyNumbers(column.unixMs, null, target, "date");
  if (column instanceof TextColumn) return copyTexts(column, target);
  return copyValues(column, target, type === null ? undefined : parseServiceType(type));
}

function copyNumbers(
  values: NodeJS.TypedArray,
  nulls: Uint8Array | null,
  { order, rows, path, most }: CopyTarget,
  kind: GridKind,
): CopiedColumn | null {
  const bytes = rows * (GRID_ARRAYS[kind].BYTES_PER_ELEMENT + (nulls ? 1 : 0));
  if (bytes > most) return null;
  writeArray(values, order, rows, `${path}.val`);
  if (nulls) writeArray(nulls, order, rows, `${path}.nul`);
  return { kind, nulls: nulls !== null, bytes };
}

/** Null for arrays without a kind of their own. By name, because those of cells are of another realm. */
function kindOfArray(values: unknown): GridKind | null {
  if (!ArrayBuffer.isView(values)) return null;
  const name = values.constructor.name.replace("Clamped", "");
  const kinds = Object.keys(GRID_ARRAYS) as GridKind[];
  return kinds.find((kind) => GRID_ARRAYS[kind].name === name) ?? null;
}

function writeArray(values: NodeJS.TypedArray, order: CopyTarget["order"], rows: number, path: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    const piece = order === null ? null : values.slice(0, Math.min(PIECE, values.length));
    for (let from = 0; from < rows; from += PIECE) {
      const to = Math.min(from + PIECE, rows);
      if (order !== null && piece !== null)
        for (let row = from; row < to; row++) piece[row - from] = values[order[row] as number] as never;
      writeAll(file, piece === null ? values.subarray(from, to) : piece.subarray(0, to - from));
    }
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, part: NodeJS.ArrayBufferView): void {
  const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** Writes texts with a dictionary if they have few distinct values; else concatenated. */
function copyTexts(column: TextColumn, target: CopyTarget): CopiedColumn | null {
  const { order, rows, path, most } = target;
  const codes = order === null ? blockCodes(column, rows) : null;
  if (codes === null) return copyValues(column, target);
  if (rows * 4 > most) return null;
  writeArray(codes.codes, null, rows, `${path}.val`);
  writeFileSync(`${path}.dic`, JSON.stringify(codes.texts), { mode: 0o600 });
  return { kind: "dict", nulls: false, bytes: rows * 4 };
}

/** Codes of a column whose blocks all have dictionaries; null otherwise, or for too many texts. */
function blockCodes(column: TextColumn, rows: number): { codes: Uint32Array; texts: string[] } | null {
  const distinct = new Map<string, number>();
  const known = new Map<unknown, Uint32Array>();
  const codes = new Uint32Array(rows);
  for (let from = 0; from < rows; from += BLOCK_ROWS) {
    const block = column.rawBlock(from);
    if (block === null || !("codes" in block)) return null;
    let ownCodes = known.get(block.dictionary);
    if (ownCodes === undefined) {
      ownCodes = Uint32Array.from(block.dictionary.strings, (text) =>
        text === null ? 0 : codeOf(text, distinct),
      );
      if (distinct.size > MAX_TEXTS) return null;
      known.set(block.dictionary, ownCodes);
    }
    const to = Math.min(rows, from + BLOCK_ROWS);
    for (let row = from; row < to; row++) codes[row] = ownCodes[block.codes[row - from] as number] as number;
  }
  return { codes, texts: [...distinct.keys()] };
}

function codeOf(text: string, distinct: Map<string, number>): number {
  let code = distinct.get(text);
  if (code === undefined) distinct.set(text, (code = distinct.size + 1));
  return code;
}

/** Writes values of any kind, one by one. */
function copyValues(column: AnyColumn, target: CopyTarget, type?: ServiceType): CopiedColumn | null {
  const { order, rows, most } = target;
  const inOrder = { ...target, order: null };
  const at = (row: number): unknown => column.at(order === null ? row : (order[row] as number)) ?? null;
  const kind = kindOf(at, rows);
  if (rows * (GRID_ARRAYS[kind].BYTES_PER_ELEMENT + 1) > most) return null;
  switch (kind) {
    case "bool":
      return copyNumbers(
        Uint8Array.from({ length: rows }, (_, row) => [false, true, null].indexOf(at(row) as boolean | null)),
        null, inOrder, "bool",
      ); // prettier-ignore
    case "date":
      return copyNumbers(
        Float64Array.from({ length: rows }, (_, row) => (at(row) as Date | null)?.getTime() ?? NaN),
        null, inOrder, "date",
      ); // prettier-ignore
    case "f64":
    case "i64": {
      const values = kind === "f64" ? new Float64Array(rows) : new BigInt64Array(rows);
      const nulls = new Uint8Array(rows);
      for (let row = 0; row < rows; row++) {
        const value = at(row);
        if (value === null) nulls[row] = 1;
        else values[row] = (kind === "f64" ? value : BigInt(value as bigint | number)) as never;
      }
      return copyNumbers(values, nulls, inOrder, kind);
    }
    default: {
      const show = textFormatter(column) ?? ((text: string) => text);
      return writeTexts((row) => textAt(at(row), kind, show, type), kind, target);
    }
  }
}

function textAt(
  value: unknown,
  kind: GridKind,
  show: (text: string) => string,
  type: ServiceType | undefined,
): string | null {
  if (value === null) return null;
  if (kind === "json") return nestedJson(value, type);
  if (typeof value === "string") return show(value);
  if (value instanceof Uint8Array) return hexText(value);
  return value instanceof Date
    ? formatDate(value, null, datePrecision([value], null))
    : (value as number | bigint | boolean).toString();
}

/** JSON with rows as objects if their fields are known; unsafe integers and numbers outside of JSON as text, bytes as hexadecimal. */
function nestedJson(value: unknown, type: ServiceType | undefined): string {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`;
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : `"${value}"`;
  if (value instanceof Uint8Array) return `"${hexText(value)}"`;
  if (typeof value !== "object" || value === null || value instanceof Date)
    return JSON.stringify(value ?? null);
  const fields = fieldsOf(value, type);
  if (fields !== null)
    return `{${fields.map(([key, part, inner]) => `${JSON.stringify(key)}: ${nestedJson(part, inner)}`).join(", ")}}`;
  const parts = Array.from(value as Iterable<unknown>, (part, at) =>
    nestedJson(part, type?.name === "row" ? type.inner[at] : type?.inner[0]),
  );
  return `[${parts.join(", ")}]`;
}

function kindOf(at: (row: number) => unknown, rows: number): GridKind {
  const kinds = new Set<GridKind>();
  for (let row = 0; row < rows; row++) {
    const one = valueKind(at(row));
    if (one === "json") return "json";
    if (one !== null) kinds.add(one);
  }
  const [kind = "text", ...others] = kinds;
  return others.length === 0 ? kind : "text";
}

function valueKind(value: unknown): GridKind | null {
  if (value === null) return null;
  switch (typeof value) {
    case "number":
      return "f64";
    case "bigint":
      return BigInt.asIntN(64, value) === value ? "i64" : "text";
    case "boolean":
      return "bool";
    case "string":
      return "text";
    default:
      return value instanceof Date ? "date" : value instanceof Uint8Array ? "text" : "json";
  }
}

function writeTexts(
  read: (row: number) => string | null,
  kind: GridKind,
  { rows, path, most }: CopyTarget,
): CopiedColumn | null {
  const ends = new Uint32Array(rows);
  const nulls = new Uint8Array(rows);
  const file = openSync(`${path}.txt`, "wx", 0o600);
  let end = 0;
  try {
    for (let from = 0; from < rows; from += BLOCK_ROWS) {
      const to = Math.min(rows, from + BLOCK_ROWS);
      const texts: Buffer[] = [];
      for (let row = from; row < to; row++) {
        const text = read(row);
        if (text === null) nulls[row] = 1;
        else {
          // One by one: halves of a character in neighbouring rows would become one.
          const bytes = Buffer.from(text);
          texts.push(bytes);
          end += bytes.length;
        }
        ends[row] = end;
      }
      if (end + rows * 5 > most) return null;
      writeAll(file, Buffer.concat(texts));
    }
  } finally {
    closeSync(file);
  }
  writeArray(ends, null, rows, `${path}.val`);
  writeArray(nulls, null, rows, `${path}.nul`);
  return { kind, nulls: true, bytes: end + rows * 5 };
}
