const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function read(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes of a character by its first byte; Java's decoders also accept five and six. */
const lengthOf = (first: number): number =>
  [0xc0, 0xe0, 0xf0, 0xf8, 0xfc].reduce((length, limit) => (first >= limit ? length + 1 : length), 1);

/** Decodes UTF-8; each invalid character, with its continuation bytes, becomes the replacement. */
export function readUtf8(bytes: Uint8Array, replacement: () => string): string {
  const whole = read(bytes);
  if (whole !== null) return whole;
  let text = "";
  for (let from = 0, to = 1; from < bytes.length; from = to++) {
    const first = bytes[from]!;
    const end = from + (first >= 0xfe ? 1 : lengthOf(first));
    while (to < end && to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to++;
    text += read(bytes.subarray(from, to)) ?? replacement();
  }
  return text;
}
