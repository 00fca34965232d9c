import { BooleanColumn } from "../../../core/table/columns/boolean-column.ts";
import { DateColumn } from "../../../core/table/columns/date-column.ts";
import { NullableColumn } from "../../../core/table/columns/nullable-column.ts";
import { TextColumn } from "../../../core/table/columns/text-column.ts";
import { textFormatter } from "../../../core/table/columns/column-display.ts";
import type { ColumnData } from "../../../core/blocks/column-data.ts";
import { jsonText } from "../../../core/text/json-text.ts";
import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import { columnPieces } from "../../../core/write/encode/column-pieces.ts";
import type { AnyColumn } from "../table/any-table.ts";
import { fullText } from "../table/format-cells.ts";
import type { GridColumn } from "./grid-file.ts";

/** A column as blocks hold it. */
export interface CopiedColumn {
  readonly kind: GridColumn["kind"];
  /** The rows from `from` to before `to`. */
  readonly pieces: (from: number, to: number) => readonly ColumnData[];
  /** Nested values as JSON. */
  readonly json?: (from: number, to: number) => readonly ColumnData[];
}

/**
 * How a column is copied for the grid.
 *
 * @param order - The table's order; null if it is that of the column.
 * @param type - The service's type, which names the fields of rows.
 */
export function copiedColumn(
  column: AnyColumn,
  order: ArrayLike<number> | null,
  rows: number,
  type: string | null,
): CopiedColumn {
  const [values, nulls] = column instanceof NullableColumn ? [column.values, column.nulls] : [column, null];
  const numbers = numberArray(values);
  if (numbers !== null) return numberColumn(numbers, nulls, order);
  if (column instanceof BooleanColumn) {
    const codes = inOrder(column.codes, order);
    return { kind: "boolean", pieces: (from, to) => [{ kind: "boolean", codes: codes(from, to) }] };
  }
  if (column instanceof DateColumn) {
    const unixMs = inOrder(column.unixMs, order);
    return { kind: "date", pieces: (from, to) => [datePiece(unixMs(from, to))] };
  }
  if (column instanceof TextColumn && order === null && textFormatter(column) === null)
    return { kind: "text", pieces: (from, to) => columnPieces({ kind: "string", values: column }, from, to) };
  return valueColumn(column, order, rows, type === null ? undefined : parseServiceType(type));
}

type NumberArray = Float64Array | Int32Array | Int16Array | Int8Array | BigInt64Array;
const ARRAYS = { Int8Array, Int16Array, Int32Array, Float64Array, BigInt64Array } as const;

interface NumberSource {
  readonly kind: "integer" | "float";
  readonly values: NumberArray;
}

/** The numbers of a typed array; null for other columns. By name, because arrays of cells are of another realm. */
function numberArray(values: unknown): NumberSource | null {
  if (!ArrayBuffer.isView(values) || values instanceof DataView) return null;
  const array = values as NodeJS.TypedArray;
  const { name } = array.constructor;
  const kind = name.startsWith("Float") ? "float" : "integer";
  const Own = ARRAYS[name as keyof typeof ARRAYS] as (typeof ARRAYS)["Int32Array"] | undefined;
  if (Own !== undefined)
    return { kind, values: new Own(array.buffer as ArrayBuffer, array.byteOffset, array.length) };
  // Beyond 63 bits they are copied value by value.
  if (name === "BigUint64Array") return null;
  return { kind, values: Float64Array.from(array as ArrayLike<number>) };
}

function numberColumn(
  { kind, values }: NumberSource,
  nulls: Uint8Array | null,
  order: ArrayLike<number> | null,
): CopiedColumn {
  const numbers = inOrder(values, order);
  const missing = nulls === null ? () => null : inOrder(nulls, order);
  return {
    kind,
    pieces: (from, to) => {
      const part = { values: numbers(from, to), nulls: missing(from, to) };
      return [{ ...part, kind: values instanceof BigInt64Array ? "int64" : kind } as ColumnData];
    },
  };
}

function datePiece(unixMs: Float64Array): ColumnData {
  return { kind: "float", values: unixMs, nulls: Uint8Array.from(unixMs, (ms) => Number(Number.isNaN(ms))) };
}

/** Reads parts of an array in the table's order; views of it if that is its own. */
function inOrder<T extends NodeJS.TypedArray>(
  values: T,
  order: ArrayLike<number> | null,
): (from: number, to: number) => T {
  return (from, to) => {
    if (order === null) return values.subarray(from, to) as T;
    const part = values.slice(0, to - from) as T;
    for (let row = from; row < to; row++) part[row - from] = values[order[row] as number] as never;
    return part;
  };
}

/** Copies values of any kind, one by one. */
function valueColumn(
  column: AnyColumn,
  order: ArrayLike<number> | null,
  rows: number,
  type: ServiceType | undefined,
): CopiedColumn {
  const at = (row: number): unknown => column.at(order === null ? row : (order[row] as number)) ?? null;
  const kind = kindOf(at, rows);
  const list = <T>(from: number, to: number, read: (value: unknown) => T): T[] =>
    Array.from({ length: to - from }, (_, i) => read(at(from + i)));
  const texts = (read: (value: unknown) => string) => (from: number, to: number): ColumnData[] => [
    { kind: "text", values: list(from, to, (value) => (value === null ? null : read(value))) },
  ]; // prettier-ignore
  switch (kind) {
    case "boolean":
      return {
        kind,
        pieces: (from, to) => [
          { kind, codes: Uint8Array.from(list(from, to, (value) => (value === null ? 2 : Number(value)))) },
        ],
      };
    case "date":
      return {
        kind,
        pieces: (from, to) => [
          {
            kind: "float",
            values: Float64Array.from(list(from, to, (value) => (value as Date | null)?.getTime() ?? NaN)),
            nulls: Uint8Array.from(list(from, to, (value) => Number(value === null))),
          },
        ],
      };
    case "integer":
    case "float": {
      const values = { length: rows, at, [Symbol.iterator]: () => [][Symbol.iterator]() };
      const upload = { kind: kind === "integer" ? "long" : "double", values } as const;
      return { kind, pieces: (from, to) => columnPieces(upload, from, to) };
    }
    default: {
      const show = textFormatter(column) ?? ((text: string) => text);
      const text = (value: unknown): string =>
        typeof value === "string" ? show(value) : fullText(value, type);
      const pieces = texts(text);
      return kind === "text"
        ? { kind, pieces }
        : { kind, pieces, json: texts((value) => jsonText(value, type, "javascript")) };
    }
  }
}

function kindOf(at: (row: number) => unknown, rows: number): GridColumn["kind"] {
  const kinds = new Set<GridColumn["kind"]>();
  for (let row = 0; row < rows; row++) {
    const one = valueKind(at(row));
    if (one === "nested") return "nested";
    if (one !== null) kinds.add(one);
  }
  const [kind = "text", ...others] = kinds;
  return others.length === 0 ? kind : "text";
}

function valueKind(value: unknown): GridColumn["kind"] | null {
  if (value === null) return null;
  switch (typeof value) {
    case "number":
      return "float";
    case "bigint":
      return BigInt.asIntN(64, value) === value ? "integer" : "text";
    case "boolean":
    case "string":
      return typeof value === "string" ? "text" : "boolean";
    default:
      return value instanceof Date ? "date" : value instanceof Uint8Array ? "text" : "nested";
  }
}
