// This folder: a result's bytes to columns, in blocks or in rows, checked against what was announced.

import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { unpack } from "../http/body/unpack.ts";
import { columnBuilders, type ColumnBuilders } from "./builders/column-builder.ts";
import { firstRowColumns, RowDecoder } from "./rows/decode-rows.ts";
import { ValueReader } from "./rows/value-reader.ts";

/**
 * Maximum bytes allocated up front. Untouched memory costs nothing, but a wrong count must not exhaust it. Growing later copies whole
 * columns and blocks the event loop.
 */
const MAX_BYTES_AT_ONCE = 2 ** 31;

/** Maximum rows to allocate up front. */
export const maxRowsAtOnce = (schema: readonly ResultColumn[]): number =>
  Math.floor(MAX_BYTES_AT_ONCE / (8 * Math.max(1, schema.length)));

export interface DecodedPart {
  /** In the order of the schema. */
  readonly columns: readonly Column[];
  readonly schema: readonly ResultColumn[];
  readonly rowCount: number;
  /** Last part only: the checksum at the end of the file was verified. */
  readonly checked: boolean;
}

export interface DecodeOptions {
  /** Rows that the job announced, to allocate columns; null when unknown. */
  readonly expectedRows: number | null;
  /** A part ends with the chunk of the file that reaches this many rows. Default: one part with all rows. */
  readonly partRows?: number | undefined;
  /** Maximum rows to read. Default: all. */
  readonly limit?: number;
  /** Called with the number of rows so far, once per chunk. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Decodes a result file (gzip of MessagePack arrays, one per row) as its bytes arrive, part by part. The last part may be empty.
 *
 * @param schema - Null: columns are named by the first row, see {@link firstRowColumns}; no rows, no columns.
 * @throws DecodeError when the file is truncated or damaged, or a row's length differs from the number of columns.
 */
export async function* decodeResult(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[] | null,
  { expectedRows, partRows = Infinity, limit = Infinity, onRows }: DecodeOptions,
): AsyncGenerator<DecodedPart> {
  const facts = { checked: false };
  let resultSchema = schema;
  let waiting: Uint8Array = new Uint8Array(0);
  let rows: RowStream | null = null;
  let before = 0;
  const capacity = Math.min(expectedRows ?? 1024, 2 * partRows, limit);
  for await (const piece of unpack(chunks, facts)) {
    if (rows === null && waiting.length === 0) refusePage(piece);
    const bytes: Uint8Array = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    resultSchema ??= firstRowColumns(bytes);
    if (resultSchema === null) {
      waiting = bytes;
      continue;
    }
    rows ??= new RowStream(builders(resultSchema, capacity, 0));
    rows.push(bytes);
    waiting = new Uint8Array(0);
    onRows?.(Math.min(limit, before + rows.rowCount));
    if (before + rows.rowCount >= limit) {
      yield await decodedPart(rows.columns, limit - before, facts);
      return;
    }
    if (rows.rowCount < partRows) continue;
    const { columns, rowCount } = rows;
    before += rowCount;
    rows.continueIn(builders(resultSchema, capacity, before));
    yield await decodedPart(columns, rowCount, facts);
  }
  if (waiting.length > 0) throw new DecodeError("the result ends inside row 0: it was cut off");
  rows ??= new RowStream(builders(resultSchema ?? [], capacity, 0));
  rows.end();
  yield await decodedPart(rows.columns, rows.rowCount, facts);
}

/** Maximum bytes of a row, which is held until complete. */
const MAX_ROW_BYTES = 256 * 2 ** 20;

/** Bytes of a chunk that are joined to the incomplete row before it: most rows end within them. */
const SEAM_BYTES = 4096;

/** Feeds chunks of a stream to the row loop; an incomplete row waits for the next chunk. */
class RowStream {
  columns: ColumnBuilders;
  #rows: RowDecoder;
  readonly #reader = new ValueReader();
  #rest: Uint8Array[] = [];
  #restLength = 0;
  /** Bytes to collect before the next try, so that a long row is not reparsed for every chunk. */
  #rowsPerPart = 1;
  rowCount = 0;

  constructor(columns: ColumnBuilders) {
    this.columns = columns;
    this.#rows = new RowDecoder(columns);
  }

  continueIn(columns: ColumnBuilders): void {
    this.columns = columns;
    this.#rows = new RowDecoder(columns);
    this.rowCount = 0;
  }

  push(piece: Uint8Array): void {
    this.#rest.push(piece);
    this.#restLength += piece.length;
    if (this.#restLength < this.#rowsPerPart) return;
    if (this.#rest.length === 2) this.#joinSeam();
    this.#decode();
  }

  /** Decodes the row between two chunks, so that only its bytes are copied and not the chunk. */
  #joinSeam(): void {
    const [rest, piece] = this.#rest as [Uint8Array, Uint8Array];
    for (let bytes = SEAM_BYTES; bytes < piece.length; bytes *= 2) {
      const end = this.#decodeRows(Buffer.concat([rest, piece.subarray(0, bytes)]));
      if (end === 0) continue;
      this.#rest = [piece.subarray(end - rest.length)];
      return;
    }
  }

  /** @throws DecodeError when the stream ended inside a row. */
  end(): void {
    this.#decode();
    if (this.#restLength > 0)
      throw new DecodeError(
        `the result ends inside row ${this.columns.rowsBefore + this.rowCount}: it was cut off`,
      );
  }

  #decode(): void {
    const bytes = this.#rest.length === 1 ? (this.#rest[0] as Uint8Array) : Buffer.concat(this.#rest);
    const rest = bytes.subarray(this.#decodeRows(bytes));
    if (rest.length >= MAX_ROW_BYTES)
      throw new DecodeError(
        `row ${this.columns.rowsBefore + this.rowCount} of the result is longer than ${MAX_ROW_BYTES} bytes`,
      );
    this.#rest = rest.length === 0 ? [] : [rest];
    this.#restLength = rest.length;
    this.#rowsPerPart = Math.min(2 * rest.length + 1, MAX_ROW_BYTES);
  }

  /** @returns the offset behind the last whole row. */
  #decodeRows(bytes: Uint8Array): number {
    this.#reader.load(bytes);
    this.rowCount = this.#rows.decode(this.#reader, this.rowCount);
    return this.#reader.pos;
  }
}

async function decodedPart(
  columns: ColumnBuilders,
  rowCount: number,
  facts: { readonly checked: boolean },
): Promise<DecodedPart> {
  return { columns: await finished(columns, rowCount), schema: columns.schema, rowCount, ...facts };
}

/** @throws DecodeError for a gateway's page instead of the result; no row begins with a printable character. */
function refusePage([lead = 0]: Uint8Array): void {
  const text = lead >= 0x20 && lead < 0x7f ? "text" : null;
  const is = lead === 0x3c ? "an HTML page" : lead === 0x7b ? "a JSON object" : text;
  if (is !== null)
    throw new DecodeError(
      `${is} was received instead of the result, perhaps from a gateway; read the job again`,
    );
}

function builders(schema: readonly ResultColumn[], capacity: number, rowsBefore: number): ColumnBuilders {
  return columnBuilders(schema, Math.min(capacity, maxRowsAtOnce(schema)), rowsBefore);
}

/** Rows of columns whose finishing takes a while. */
const LONG_RESULT = 500_000;

/** Finishes the columns; yields to the event loop between large ones. */
async function finished({ builders }: ColumnBuilders, rowCount: number): Promise<Column[]> {
  const columns: Column[] = [];
  for (const builder of builders) {
    columns.push(builder.finish(rowCount));
    if (rowCount >= LONG_RESULT) await new Promise((resolve) => setImmediate(resolve));
  }
  return columns;
}
