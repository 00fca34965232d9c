import { DecodeError } from "../../errors.ts";
import { unpack } from "./unpack.ts";
import type { FetchResponse } from "../fetch-types.ts";

/** Maximum size of an inflated reply other than a result file: a page of rows has some megabytes. */
const MAX_BYTES = 256 * 2 ** 20;

/** A reply's body as text. @param received - Called for each chunk. @throws DecodeError when it exceeds the maximum. */
export async function readText(
  response: FetchResponse,
  what: string,
  received: () => void = () => undefined,
): Promise<string> {
  if (response.body === null) return response.text();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of unpack(bytesOf(response.body, received), { checked: false })) {
    size += bytes.length;
    if (size > MAX_BYTES)
      throw new DecodeError(`${what} failed: the reply is longer than ${MAX_BYTES} bytes`);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/**
 * The first `most` bytes of a body as text; the rest is not read. For error pages: a small one can inflate to gigabytes.
 */
export async function readBeginning(response: FetchResponse, most: number): Promise<string> {
  if (response.body === null) return "";
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of unpack(bytesOf(response.body), { checked: false })) {
    size += bytes.length;
    pieces.push(bytes);
    if (size >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most).toString("utf8");
}

async function* bytesOf(
  body: AsyncIterable<Uint8Array | string>,
  received: () => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    received();
    yield typeof piece === "string" ? Buffer.from(piece) : piece;
  }
}
