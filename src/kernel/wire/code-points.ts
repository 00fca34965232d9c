/** How offsets in a text are counted: Jupyter counts code points, JavaScript UTF-16 units. */
export interface OffsetUnit {
  /** UTF-16 offset of an offset in this unit. */
  toUtf16(text: string, offset: number): number;
  /** Offset in this unit of a UTF-16 offset. */
  fromUtf16(text: string, utf16: number): number;
}

const isPair = (text: string, offset: number): boolean => (text.codePointAt(offset) ?? 0) > 0xffff;

export const CODE_POINTS: OffsetUnit = {
  toUtf16: (text, codePoints) => {
    let offset = 0;
    for (let left = codePoints; left > 0 && offset < text.length; left--)
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

/** Begin of the name of VS Code's connection files. */
const VS_CODE_FILE = /(?:^|[\\/])kernel-v2-[^\\/]*$/;

/** How the client that wrote a connection file counts `cursor_pos`: VS Code does not count as Jupyter's protocol says. */
export const clientUnit = (connectionFile: string): OffsetUnit =>
  VS_CODE_FILE.test(connectionFile) ? UTF16 : CODE_POINTS;
