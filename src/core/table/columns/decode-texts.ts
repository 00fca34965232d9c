import type { TextBlock } from "./text-column.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes a block's texts: the block as a whole, then cut into texts. Byte offsets are mapped to UTF-16 offsets by
 * counting lead bytes: two units for a 4-byte character, else one.
 */
export function decodeTexts(
  { bytes, offsets, nulls, ascii: isAscii }: TextBlock,
  count: number,
): (string | null)[] {
  const first = offsets[0] as number;
  const used = bytes.subarray(first, offsets[count]);
  const whole = utf8.decode(used);
  const texts = new Array<string | null>(count);
  let start = 0;
  let byte = 0;
  for (let row = 0; row < count; row++) {
    const endByte = (offsets[row + 1] as number) - first;
    let end = endByte;
    if (!isAscii) {
      end = start;
      for (; byte < endByte; byte++) {
        const lead = used[byte] as number;
        if ((lead & 0xc0) !== 0x80) end += lead >= 0xf0 ? 2 : 1;
      }
    }
    texts[row] = nulls !== null && nulls[row] === 1 ? null : whole.substring(start, end);
    start = end;
  }
  return texts;
}
