import { open } from "node:fs/promises";
import { parseByteRange } from "./byte-range.ts";
import { streamResponse } from "./stream-response.ts";

/**
 * Replies to GET or HEAD with a file: whole, or the requested range (206). `If-Range` with another ETag gives the whole
 * file, `If-None-Match` with the file's ETag gives 304.
 */
export async function sendFile(
  request: Request,
  path: string,
  file: { readonly size: number; readonly etag: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  const { size, etag } = file;
  const headers = new Headers({ ...file.headers, etag, "accept-ranges": "bytes" });
  if (matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get("if-range");
  const range =
    ifRange === null || ifRange === etag ? parseByteRange(request.headers.get("range"), size) : null;
  const { first, last } = range ?? { first: 0, last: size - 1 };
  headers.set("content-length", String(last - first + 1));
  if (range) headers.set("content-range", `bytes ${first}-${last}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const handle = await open(path, "r");
  const stream = handle.createReadStream({ start: first, end: last, highWaterMark: 1 << 18 });
  return streamResponse(stream, { status, headers });
}

function matchesEtag(header: string | null, etag: string): boolean {
  return header !== null && header.split(",").some((part) => part.trim() === etag || part.trim() === "*");
}
