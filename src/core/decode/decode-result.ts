import { createGunzip } from "node:zlib";
import { Readable } from "node:stream";
import { decodeMultiStream } from "@msgpack/msgpack";
import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError } from "../errors.ts";
import type { Column } from "../table/table.ts";

/** Columns of a result, in the order of its schema. */
export async function decodeResult(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[],
  rowCount: number | null,
): Promise<{ columns: Column[]; rowCount: number }> {
  const columns: unknown[][] = schema.map(() => []);
  let rows = 0;
  const bytes = Readable.from(chunks).pipe(createGunzip());
  for await (const row of decodeMultiStream(bytes as AsyncIterable<Uint8Array>)) {
    (row as unknown[]).forEach((value, i) => columns[i]?.push(value));
    rows += 1;
  }
  if (rowCount !== null && rowCount !== rows) throw new DecodeError(`${rows} of ${rowCount} rows came`);
  return { columns, rowCount: rows };
}
