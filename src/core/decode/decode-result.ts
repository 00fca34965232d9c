import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { unpack } from "../unpack.ts";
import { columnBuilders, type ColumnBuilders } from "./column-builder.ts";
import { firstRowColumns } from "./first-row-columns.ts";
import { IntegerBuilder } from "./integer-builder.ts";
import { RowStream } from "./row-stream.ts";

/**
 * Room asked for at once, at most. Memory that is never written costs nothing, but a wrong count must not ask for more than there is.
 * Growing later copies whole columns, during which nothing else runs.
 */
const MOST_BYTES_AT_ONCE = 2 ** 31;

/** Rows to make room for at the start, at most. */
export const mostRowsAtOnce = (schema: readonly ResultColumn[]): number =>
  Math.floor(MOST_BYTES_AT_ONCE / (8 * Math.max(1, schema.length)));

/** A result, by column. */
export interface DecodedResult {
  /** In the order of the schema. */
  readonly columns: readonly Column[];
  readonly schema: readonly ResultColumn[];
  readonly rowCount: number;
  /** A checksum at the end of the file was found right. */
  readonly checked: boolean;
}

/**
 * Decode a result file (gzip of MessagePack arrays, one a row) as its bytes come.
 *
 * @param schema - Null: as many columns as the first row has values, see {@link firstRowColumns}; none where there are no rows.
 * @param expectedRows - What the job announced: room is made for so many. Null when it did not.
 * @param onRows - Hears the count of rows so far, once a piece.
 * @throws DecodeError when the file is cut off or damaged, or a row has not as many values as there are columns.
 */
export async function decodeResult(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[] | null,
  expectedRows: number | null,
  onRows: (rows: number) => void = () => {},
): Promise<DecodedResult> {
  const facts = { checked: false };
  let found = schema;
  let waiting: Uint8Array = new Uint8Array(0);
  let rows: RowStream | null = null;
  for await (const piece of unpack(chunks, facts)) {
    if (rows === null && waiting.length === 0) refusePage(piece);
    const bytes: Uint8Array = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    found ??= firstRowColumns(bytes);
    if (found === null) {
      waiting = bytes;
      continue;
    }
    rows ??= rowStream(found, expectedRows);
    rows.push(bytes);
    waiting = new Uint8Array(0);
    onRows(rows.rowCount);
  }
  if (waiting.length > 0) throw new DecodeError("the result ends inside row 0: it was cut off");
  rows ??= rowStream(found ?? [], expectedRows);
  rows.end();
  const { rowCount } = rows;
  return { columns: await finished(rows.columns, rowCount), schema: found ?? [], rowCount, ...facts };
}

/** @throws DecodeError for an answer of a gateway in place of the result; no row begins so. */
function refusePage([lead]: Uint8Array): void {
  const is = lead === 0x3c ? "an HTML page" : lead === 0x7b ? "a JSON object" : null;
  if (is !== null)
    throw new DecodeError(`${is} came in place of the result, perhaps from a gateway; read the job again`);
}

function rowStream(schema: readonly ResultColumn[], expectedRows: number | null): RowStream {
  return new RowStream(columnBuilders(schema, Math.min(expectedRows ?? 1024, mostRowsAtOnce(schema))));
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
