import { Fault } from "../errors/fault.ts";

/** First and last byte of a part, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part that a `Range` header asks for; null for the whole, which also answers several parts at once, other units and
 * forms that are not understood, as HTTP lets a server do.
 *
 * @throws RangeFault when nothing of a well-formed range is there.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  const [, start = "", end = ""] = match ?? [];
  if (!match || (start === "" && end === "")) return null;
  const first = start === "" ? Math.max(size - Number(end), 0) : Number(start);
  const last = start === "" || end === "" ? size - 1 : Math.min(Number(end), size - 1);
  if (start !== "" && end !== "" && Number(start) > Number(end)) return null;
  if (first >= size || first > last) throw new RangeFault(size);
  return { first, last };
}

/** Answered with 416 and the size that there is. */
export class RangeFault extends Fault {
  readonly size: number;

  constructor(size: number) {
    super("range_not_satisfiable", `The range lies outside of the ${size} bytes that there are.`);
    this.size = size;
  }
}
