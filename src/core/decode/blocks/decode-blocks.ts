import type { ResultColumn } from "../../endpoints/jobs.ts";
import { DecodeError } from "../../errors.ts";
import { INCOMPLETE } from "../msgpack-value.ts";
import type { DecodedResult } from "../decode-result.ts";
import { mostRowsAtOnce } from "../decode-result.ts";
import { blockBuilders, fillColumns } from "./fill-columns.ts";
import { readBlocks } from "./read-blocks.ts";

/**
 * Decode a result file of column blocks as its bytes come. The columns are the same as those of the rows in msgpack.gz.
 *
 * @param expectedRows - What the job announced: room is made for so many. Null when it did not.
 * @param onRows - Hears the count of rows so far, once a block.
 * @throws DecodeError when the file is cut off, damaged, or has not the columns of the schema.
 */
export async function decodeBlocks(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[],
  expectedRows: number | null,
  onRows: (rows: number) => void = () => {},
): Promise<DecodedResult> {
  const columns = blockBuilders(schema, Math.min(expectedRows ?? 1024, mostRowsAtOnce(schema)));
  let rowCount = 0;
  for await (const { rows, bytes } of readBlocks(chunks)) {
    try {
      fillColumns(columns, bytes, rows, rowCount);
    } catch (cause) {
      if (cause === INCOMPLETE) throw new DecodeError("a value of the result ends inside", { cause });
      throw cause;
    }
    rowCount += rows;
    onRows(rowCount);
  }
  const finished = columns.builders.map((builder) => builder.finish(rowCount));
  return { columns: finished, schema, rowCount, checked: rowCount > 0 };
}
