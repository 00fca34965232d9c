import type * as Arrow from "@uwdata/flechette";
import type { DataType } from "@uwdata/flechette";
import type { UploadColumn } from "../write/upload-column.ts";
import type { UploadFrame } from "../write/upload-frame.ts";

/** Rows of one chunk before it is known how long they are. */
const FIRST_ROWS = 1000;
/** Bytes that a chunk should have: well below what a server takes, and little enough to lie in the driver's memory. */
const CHUNK_BYTES = 8 << 20;

export interface ArrowChunk {
  readonly rows: number;
  /** An Arrow stream: schema and one batch. */
  readonly data: Uint8Array;
}

type ArrowLibrary = typeof Arrow;

/** Cuts a frame into Arrow streams of some megabytes, all of the same schema. A frame without rows is one stream. */
export async function* arrowChunks(frame: UploadFrame): AsyncGenerator<ArrowChunk> {
  const arrow = await import("@uwdata/flechette");
  const columns = frame.columns.map((column) => arrowColumn(column, arrow));
  let rows = FIRST_ROWS;
  for (let from = 0; from === 0 || from < frame.rowCount;) {
    const to = Math.min(from + rows, frame.rowCount);
    const data = encode(columns, from, to, arrow);
    yield { rows: to - from, data };
    if (to === frame.rowCount) return;
    from = to;
    const perRow = data.length / rows;
    rows = Math.max(1, Math.min(Math.floor(CHUNK_BYTES / perRow), rows * 100));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface ArrowColumn {
  readonly name: string;
  readonly type: DataType;
  readonly value: (row: number) => unknown;
}

function encode(columns: readonly ArrowColumn[], from: number, to: number, arrow: ArrowLibrary): Uint8Array {
  const built = columns.map(
    ({ name, type, value }): [string, ReturnType<ArrowLibrary["columnFromArray"]>] => [
      name,
      arrow.columnFromArray(
        Array.from({ length: to - from }, (_, i) => value(from + i)),
        type,
      ),
    ],
  );
  const bytes = arrow.tableToIPC(arrow.tableFromColumns(built), { format: "stream" });
  if (bytes === null) throw new TypeError("The Arrow library made no stream.");
  return bytes;
}

/** Plain types: servers do not all take dictionaries. */
function arrowColumn({ name, kind, values }: UploadColumn, arrow: ArrowLibrary): ArrowColumn {
  const value = (row: number): unknown => values.at(row) ?? null;
  switch (kind) {
    case "long":
      return { name, type: arrow.int64(), value: (row) => toBigInt(value(row)) };
    case "double":
      return { name, type: arrow.float64(), value };
    case "boolean":
      return { name, type: arrow.bool(), value };
    case "string":
      return { name, type: arrow.utf8(), value };
    case "list": {
      const item = listItem(values);
      const types = { long: arrow.int64(), double: arrow.float64(), string: arrow.utf8() };
      const converts: Record<typeof item, (part: unknown) => unknown> = {
        long: toBigInt,
        double: toNumber,
        string: toText,
      };
      const convert = converts[item];
      const list = (row: number): unknown => (value(row) as unknown[] | null)?.map(convert) ?? null;
      return { name, type: arrow.list(types[item]), value: list };
    }
  }
}

/** The one kind that all items of all lists are of. */
function listItem(values: UploadColumn["values"]): "long" | "double" | "string" {
  let item: "long" | "double" = "long";
  for (let row = 0; row < values.length; row++) {
    for (const part of (values.at(row) as unknown[] | null) ?? []) {
      if (part === null || part === undefined || typeof part === "bigint") continue;
      if (typeof part !== "number") return "string";
      if (!Number.isSafeInteger(part)) item = "double";
    }
  }
  return item;
}

function toBigInt(value: unknown): bigint | null {
  return value === null || value === undefined ? null : BigInt(value as number | bigint);
}

function toNumber(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
