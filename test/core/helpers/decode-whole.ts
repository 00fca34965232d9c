import { decodeBlocks as blockParts } from "../../../src/core/decode/decode-blocks.ts";
import {
  decodeResult as resultParts,
  type DecodedPart,
  type DecodeOptions,
} from "../../../src/core/decode/decode-result.ts";
import type { ResultColumn } from "../../../src/core/endpoints/jobs.ts";

async function onlyPart(parts: AsyncIterable<DecodedPart>): Promise<DecodedPart> {
  let only: DecodedPart | null = null;
  for await (const part of parts) {
    if (only !== null) throw new Error("the result came in several parts");
    only = part;
  }
  if (only === null) throw new Error("the result came in no part");
  return only;
}

/** Decodes a result file of rows as one part. */
export const decodeResult = (
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[] | null,
  expectedRows: number | null,
  onRows?: DecodeOptions["onRows"],
): Promise<DecodedPart> => onlyPart(resultParts(chunks, schema, { expectedRows, ...(onRows && { onRows }) }));

/** Decodes a result file of column blocks as one part. */
export const decodeBlocks = (
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[],
  expectedRows: number | null,
  onRows?: DecodeOptions["onRows"],
): Promise<DecodedPart> => onlyPart(blockParts(chunks, schema, { expectedRows, ...(onRows && { onRows }) }));
