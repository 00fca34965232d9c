import type { ResultColumn } from "../../endpoints/jobs.ts";
import { DecodeError } from "../../errors.ts";
import { INCOMPLETE } from "../../wire/msgpack-decoder.ts";
import { unpack } from "../../http/body/unpack.ts";
import { columnBuilders } from "../builders/column-builder.ts";
import { maxRowsAtOnce, type DecodedPart, type DecodeOptions } from "../decode-result.ts";
import { fillColumns } from "./fill-columns.ts";
import { readBlocks } from "../../wire/read-blocks.ts";

/**
 * Decodes a result file of column blocks as its bytes arrive, part by part. The columns equal those decoded from msgpack.gz.
 *
 * @throws DecodeError when the file is truncated, damaged, or does not match the schema.
 */
export async function* decodeBlocks(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[],
  { expectedRows, partRows = Infinity, limit = Infinity, onRows }: DecodeOptions,
): AsyncGenerator<DecodedPart> {
  const capacity = Math.min(expectedRows ?? 1024, 2 * partRows, maxRowsAtOnce(schema));
  let columns = columnBuilders(schema, capacity, 0);
  let before = 0;
  let rowCount = 0;
  const part = (rows: number, checked: boolean): DecodedPart => ({
    columns: columns.builders.map((builder) => builder.finish(rows)),
    schema,
    rowCount: rows,
    checked,
  });
  for await (const { rows, bytes } of readBlocks(unpack(chunks, { checked: false }))) {
    try {
      fillColumns(columns, bytes, rows, rowCount);
    } catch (cause) {
      if (cause === INCOMPLETE)
        throw new DecodeError("the result is damaged: a value is cut off; read it again", { cause });
      throw cause;
    }
    rowCount += rows;
    onRows?.(Math.min(limit, before + rowCount));
    if (before + rowCount >= limit) {
      yield part(limit - before, false);
      return;
    }
    if (rowCount < partRows) continue;
    yield part(rowCount, false);
    before += rowCount;
    rowCount = 0;
    columns = columnBuilders(schema, capacity, before);
  }
  yield part(rowCount, before + rowCount > 0);
}
