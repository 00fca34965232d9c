import { DistinctTexts } from "../../../core/wire/distinct-texts.ts";
import type { EncodedColumn, BlockPart } from "./encoded-column.ts";
import { encodeList, type List } from "./encode-list.ts";

/** Minimum rows for a dictionary: with fewer the client does not keep text as codes. */
const MIN_ROWS = 1 << 12;
/** Maximum share of distinct texts among the rows; checked from {@link ROWS_BEFORE_LOOK} rows on, and at the end. */
const MAX_DISTINCT = 0.5;
const ROWS_BEFORE_LOOK = 1 << 13;
const MAX_ENTRIES = 0xffff;
/** Maximum average of hash probes per row, as a defence against texts made to collide. */
const MAX_STEPS = 16;

/** Encodes text as a dictionary and a code per row; null if that does not pay. */
export function encodeDictionary(lists: readonly List[]): EncodedColumn | null {
  const rows = lists.reduce((sum, { ends }) => sum + ends.length, 0);
  if (rows < MIN_ROWS) return null;
  const texts = new DistinctTexts();
  const codes = codesOf(lists, rows, texts);
  if (codes === null) return null;
  const { bytes, offsets } = texts.list;
  const entries = encodeList("text", [{ bytes, ends: offsets.subarray(1), valid: null }]);
  const Code = texts.size < 0x100 ? Uint8Array : Uint16Array;
  const codesPart: BlockPart = {
    length: Code.BYTES_PER_ELEMENT * rows,
    write: (buffer, at) => new Code(buffer as ArrayBuffer, at, rows).set(codes),
  };
  return {
    ...entries,
    form: Code === Uint8Array ? "dictionary8" : "dictionary16",
    entries: texts.size,
    parts: [...entries.parts, codesPart],
  };
}

/** Each row's code: 0 for null, else the text's number from 1. Null if there are too many distinct texts. */
function codesOf(lists: readonly List[], rows: number, texts: DistinctTexts): Uint16Array | null {
  const codes = new Uint16Array(rows);
  let row = 0;
  for (const { bytes, ends, valid } of lists) {
    texts.lookInto(bytes);
    let start = 0;
    for (let i = 0; i < ends.length; i++, row++) {
      const end = ends[i] as number;
      if (valid === null || valid[i] === 1) {
        const code = texts.numberOf(start, end) + 1;
        if (code > MAX_ENTRIES || texts.steps > MAX_STEPS * rows) return null;
        if (row >= ROWS_BEFORE_LOOK && texts.size > MAX_DISTINCT * row) return null;
        codes[row] = code;
      }
      start = end;
    }
  }
  return texts.size > MAX_DISTINCT * rows ? null : codes;
}
