/** Escapes of one character. */
const SINGLE = /^[bfnrtv0'"`\\$]$/;

/**
 * For each UTF-16 unit of a literal's value, and for its end, the offset in the literal's source that it comes from.
 *
 * @param source - The inside of a string literal or a part of a template, as written.
 */
export function literalOffsets(source: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  const take = (length: number, units: number): void => {
    for (let unit = 0; unit < units; unit++) offsets.push(at);
    at += length;
  };
  while (at < source.length) {
    const rest = source.slice(at, at + 12);
    // In the value of a template all line ends are \n.
    if (rest.startsWith("\r\n")) take(2, 1);
    else if (!rest.startsWith("\\")) take(1, 1);
    else if (SINGLE.test(rest[1] ?? "") && !/^\\0\d/.test(rest)) take(2, 1);
    else take(...escapeOf(rest));
  }
  return [...offsets, at];
}

/** Length of an escape, and of its value. */
function escapeOf(text: string): [length: number, units: number] {
  const lineEnd = /^\\(?:\r\n|[\n\r\u2028\u2029])/.exec(text);
  if (lineEnd) return [lineEnd[0].length, 0];
  const [point, digits] = /^\\u\{([\da-fA-F]+)\}/.exec(text) ?? [];
  if (point !== undefined) return [point.length, Number.parseInt(digits ?? "", 16) > 0xffff ? 2 : 1];
  const [code] = /^\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[0-3]?[0-7]{1,2})/.exec(text) ?? [];
  return code !== undefined ? [code.length, 1] : [2, 1];
}
