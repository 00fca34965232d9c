import { DecodeError } from "../../errors.ts";
import { unpack } from "./unpack.ts";
import type { FetchResponse } from "../fetch-types.ts";

/** Maximum size of an inflated reply other than a result file: a page of rows has some megabytes. */
const MAX_BYTES = 256 * 2 ** 20;

/** A reply's body as text. @param received - Called for each chunk. @throws DecodeError when it exceeds the maximum. */
export async function readText(response: FetchResponse, what: string, received: () => void): Promise<string> {
  if (response.body === null) return response.text();
  const bytes = await inflated(response.body, MAX_BYTES + 1, received);
  if (bytes.length > MAX_BYTES)
    throw new DecodeError(`${what} failed: the reply is longer than ${MAX_BYTES} bytes`);
  return bytes.toString("utf8");
}

/**
 * The first `most` bytes of a body as text, or those that arrive before it breaks off; the rest is not read. For error pages: a small one
 * can inflate to gigabytes.
 */
export async function readBeginning(response: FetchResponse, most: number): Promise<string> {
  if (response.body === null) return "";
  return (await inflated(response.body, most, null)).subarray(0, most).toString("utf8");
}

/** The inflated bytes of a body, to its end or until there are `enough`. @param received - Null: also of a body that breaks off. */
async function inflated(
  body: AsyncIterable<Uint8Array | string>,
  enough: number,
  received: (() => void) | null,
): Promise<Buffer> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      received?.();
      yield typeof piece === "string" ? Buffer.from(piece) : piece;
    }
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of unpack(chunks(), { checked: false })) {
      size += bytes.length;
      pieces.push(bytes);
      if (size >= enough) break;
    }
  } catch (error) {
    if (received !== null) throw error;
  }
  return Buffer.concat(pieces);
}
