/** UTF-16 offset of a code point offset: Jupyter counts code points, JavaScript counts UTF-16 units. */
export function toUtf16(text: string, codePoints: number): number {
  let offset = 0;
  for (let left = codePoints; left > 0 && offset < text.length; left--) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Code point offset of a UTF-16 offset. */
export function toCodePoints(text: string, utf16: number): number {
  let count = 0;
  for (let offset = 0; offset < utf16 && offset < text.length; count++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return count;
}
