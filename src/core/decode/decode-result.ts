import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { unpack } from "../http/body/unpack.ts";
import { columnBuilders, type ColumnBuilders } from "./builders/column-builder.ts";
import { firstRowColumns } from "./rows/first-row-columns.ts";
import { IntegerBuilder } from "./builders/number-builders.ts";
import { RowStream } from "./rows/row-stream.ts";

/**
 * Room asked for at once, at most. Memory that is never written costs nothing, but a wrong count must not ask for more than there is.
 * Growing later copies whole columns, during which nothing else runs.
 */
const MOST_BYTES_AT_ONCE = 2 ** 31;

/** Rows to make room for at the start, at most. */
export const mostRowsAtOnce = (schema: readonly ResultColumn[]): number =>
  Math.floor(MOST_BYTES_AT_ONCE / (8 * Math.max(1, schema.length)));

/** Some rows of a result, by column. */
export interface DecodedPart {
  /** In the order of the schema. */
  readonly columns: readonly Column[];
  readonly schema: readonly ResultColumn[];
  readonly rowCount: number;
  /** Of the last part: a checksum at the end of the file was found right. */
  readonly checked: boolean;
}

/** How a result is decoded. */
export interface DecodeOptions {
  /** What the job announced: room is made for so many. Null when it did not. */
  readonly expectedRows: number | null;
  /** A part ends with the piece of the file that brings it to so many rows. Default: all rows are one part. */
  readonly partRows?: number | undefined;
  /** The rows behind so many are not read. Default: all are. */
  readonly limit?: number;
  /** Hears the count of rows so far, once a piece. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Decode a result file (gzip of MessagePack arrays, one a row) as its bytes come, part by part. The last part may have no rows.
 *
 * @param schema - Null: as many columns as the first row has values, see {@link firstRowColumns}; none where there are no rows.
 * @throws DecodeError when the file is cut off or damaged, or a row has not as many values as there are columns.
 */
export async function* decodeResult(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[] | null,
  { expectedRows, partRows = Infinity, limit = Infinity, onRows }: DecodeOptions,
): AsyncGenerator<DecodedPart> {
  const facts = { checked: false };
  let found = schema;
  let waiting: Uint8Array = new Uint8Array(0);
  let rows: RowStream | null = null;
  let before = 0;
  const capacity = Math.min(expectedRows ?? 1024, 2 * partRows, limit);
  for await (const piece of unpack(chunks, facts)) {
    if (rows === null && waiting.length === 0) refusePage(piece);
    const bytes: Uint8Array = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    found ??= firstRowColumns(bytes);
    if (found === null) {
      waiting = bytes;
      continue;
    }
    rows ??= new RowStream(builders(found, capacity, 0));
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
    rows.continueIn(builders(found, capacity, before));
    yield await decodedPart(columns, rowCount, facts);
  }
  if (waiting.length > 0) throw new DecodeError("the result ends inside row 0: it was cut off");
  rows ??= new RowStream(builders(found ?? [], capacity, 0));
  rows.end();
  yield await decodedPart(rows.columns, rows.rowCount, facts);
}

async function decodedPart(
  columns: ColumnBuilders,
  rowCount: number,
  facts: { readonly checked: boolean },
): Promise<DecodedPart> {
  return { columns: await finished(columns, rowCount), schema: columns.schema, rowCount, ...facts };
}

/** @throws DecodeError for an answer of a gateway in place of the result; no row begins so. */
function refusePage([lead]: Uint8Array): void {
  const is = lead === 0x3c ? "an HTML page" : lead === 0x7b ? "a JSON object" : null;
  if (is !== null)
    throw new DecodeError(`${is} came in place of the result, perhaps from a gateway; read the job again`);
}

function builders(schema: readonly ResultColumn[], capacity: number, rowsBefore: number): ColumnBuilders {
  return columnBuilders(schema, Math.min(capacity, mostRowsAtOnce(schema)), rowsBefore);
}

/** Ends the columns, large ones with turns for others between. */
async function finished({ builders }: ColumnBuilders, rowCount: number): Promise<Column[]> {
  const pause = rowCount < LONG_RESULT ? noPause : nextTurn;
  const columns: Column[] = [];
  for (const builder of builders) {
    if (builder instanceof IntegerBuilder) await builder.narrow(rowCount, pause);
    columns.push(builder.finish(rowCount));
    await pause();
  }
  return columns;
}

const LONG_RESULT = 500_000;
const noPause = (): Promise<void> => Promise.resolve();
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
