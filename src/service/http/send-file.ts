import { open } from "node:fs/promises";
import { Fault } from "../../engine/errors/fault.ts";
import { fileResponse, readPart } from "./file-body.ts";

/**
 * Replies to GET or HEAD with a file: whole, or the requested range (206). `If-Range` with another ETag gives the whole
 * file, `If-None-Match` with the file's ETag gives 304, `If-Match` with another one 412.
 */
export async function sendFile(
  request: Request,
  path: string,
  file: { readonly size: number; readonly etag: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  const { size, etag } = file;
  const headers = new Headers({ ...file.headers, etag, "accept-ranges": "bytes" });
  const [ifMatch, ifNoneMatch, ifRange] = ["if-match", "if-none-match", "if-range"].map((name) =>
    request.headers.get(name),
  ) as [string | null, string | null, string | null];
  if (ifMatch !== null && !matchesEtag(ifMatch, etag))
    throw new Fault("precondition_failed", "The file has changed since its part was downloaded.");
  // Here an ETag counts also if a proxy has marked it as weak.
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch.replaceAll('W/"', '"'), etag))
    return new Response(null, { status: 304, headers });
  const isWhole = request.method !== "GET" || (ifRange !== null && ifRange !== etag);
  const range = isWhole ? null : parseByteRange(request.headers.get("range"), size);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  headers.set("content-length", String(last - first + 1));
  if (range) headers.set("content-range", `bytes ${first}-${last}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return fileResponse(readPart({ handle: await open(path, "r"), first, last }), { status, headers });
}

const matchesEtag = (header: string, etag: string): boolean =>
  header.split(",").some((part) => part.trim() === etag || part.trim() === "*");

/** First and last byte of a range, both inclusive. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a `Range` header. Null, for the whole file, also for several ranges, other units and invalid syntax, as HTTP
 * permits.
 *
 * @throws Fault `range_not_satisfiable`, with the actual size in a header, when a valid range does not overlap the file.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  const [, start = "", end = ""] = match ?? [];
  if (!match || (start === "" && end === "")) return null;
  const first = start === "" ? Math.max(size - Number(end), 0) : Number(start);
  const last = start === "" || end === "" ? size - 1 : Math.min(Number(end), size - 1);
  if (start !== "" && end !== "" && Number(start) > Number(end)) return null;
  if (first >= size || first > last) {
    const message = `The range is outside the ${size} bytes of the file.`;
    throw new Fault("range_not_satisfiable", message, null, { "content-range": `bytes */${size}` });
  }
  return { first, last };
}
