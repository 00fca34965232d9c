import { Fault } from "../errors/fault.ts";

/** First and last byte of a range, both inclusive. */
export interface ByteRange {
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
