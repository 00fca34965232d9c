import { DecodeError } from "../errors.ts";
import type { DataOf } from "./column-data.ts";

/** Maximum bytes of texts expanded from a dictionary: a small damaged file could otherwise expand to terabytes. */
const MAX_TEXT_BYTES = 2 ** 29;

/** Expands codes of a dictionary to texts. @throws DecodeError when they have more than `mostBytes`. */
export function spelledOut(
  { entries: { offsets, bytes }, codes }: Pick<DataOf<"coded">, "entries" | "codes">,
  mostBytes = MAX_TEXT_BYTES,
): DataOf<"utf8"> {
  const outOffsets = new Uint32Array(codes.length + 1);
  let nulls: Uint8Array | null = null;
  let length = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code === 0) (nulls ??= new Uint8Array(codes.length))[i] = 1;
    else length += (offsets[code] as number) - (offsets[code - 1] as number);
    outOffsets[i + 1] = length;
  }
  if (length > mostBytes)
    throw new DecodeError(
      `the texts of a block of the result have ${length} bytes: that is more than a block can hold`,
    );
  // Four bytes at a time; the next text overwrites those behind the end.
  const entries = new Uint8Array(bytes.length + 3);
  entries.set(bytes);
  const from = new DataView(entries.buffer);
  const out = new Uint8Array(length + 3);
  const to = new DataView(out.buffer);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code === 0) continue;
    const end = outOffsets[i + 1] as number;
    let source = offsets[code - 1] as number;
    for (let at = outOffsets[i] as number; at < end; at += 4, source += 4)
      to.setInt32(at, from.getInt32(source));
  }
  return { kind: "utf8", offsets: outOffsets, bytes: out.subarray(0, length), nulls };
}
