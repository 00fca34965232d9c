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
  const out = new Uint8Array(length);
  let at = 0;
  for (const code of codes) {
    if (code === 0) continue;
    for (let from = offsets[code - 1] as number; from < (offsets[code] as number);)
      out[at++] = bytes[from++] as number;
  }
  return { kind: "utf8", offsets: outOffsets, bytes: out, nulls };
}
