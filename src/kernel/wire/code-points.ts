/** Unit of offsets in text: Jupyter counts code points, JavaScript UTF-16 units. */
export interface OffsetUnit {
  /** Converts an offset in this unit to UTF-16. */
  toUtf16(text: string, offset: number): number;
  /** Converts a UTF-16 offset to this unit. */
  fromUtf16(text: string, utf16: number): number;
}

const isPair = (text: string, offset: number): boolean => (text.codePointAt(offset) ?? 0) > 0xffff;

export const CODE_POINTS: OffsetUnit = {
  toUtf16: (text, codePoints) => {
    let offset = 0;
    for (let remaining = codePoints; remaining > 0 && offset < text.length; remaining--)
      offset += isPair(text, offset) ? 2 : 1;
    return offset;
  },
  fromUtf16: (text, utf16) => {
    let count = 0;
    for (let offset = 0; offset < utf16 && offset < text.length; count++)
      offset += isPair(text, offset) ? 2 : 1;
    return count;
  },
};

export const UTF16: OffsetUnit = {
  toUtf16: (_text, offset) => offset,
  fromUtf16: (_text, offset) => offset,
};

/** Prefix of VS Code's connection files. */
const VS_CODE_FILE = /(?:^|[\\/])kernel-v2-[^\\/]*$/;

/** The unit of `cursor_pos` of the client that wrote a connection file: VS Code deviates from Jupyter's protocol. */
export const clientUnit = (connectionFile: string): OffsetUnit =>
  VS_CODE_FILE.test(connectionFile) ? UTF16 : CODE_POINTS;
