import { DistinctTexts } from "../../../core/wire/distinct-texts.ts";
import type { ColumnPlan, Part } from "./column-plan.ts";
import { planList, type List } from "./plan-list.ts";

/** Fewer rows are not worth it: the client keeps texts as numbers only where so many come together. */
const LEAST_ROWS = 1 << 12;
/** Distinct texts beyond this share of the rows are not worth it; it is checked from so many rows on, and in the end. */
const MOST_DISTINCT = 0.5;
const ROWS_BEFORE_LOOK = 1 << 13;
const MOST_ENTRIES = 0xffff;
/** Slots passed over for a row, on average; texts that were made to fall together would take long. */
const MOST_STEPS = 16;

/** Texts as a dictionary and the number that each row has in it; null where that is not worth it. */
export function planDictionary(lists: readonly List[]): ColumnPlan | null {
  const rows = lists.reduce((sum, { ends }) => sum + ends.length, 0);
  if (rows < LEAST_ROWS) return null;
  const texts = new DistinctTexts();
  const codes = codesOf(lists, rows, texts);
  if (codes === null) return null;
  const { bytes, offsets } = texts.list;
  const entries = planList("text", [{ bytes, ends: offsets.subarray(1), valid: null }]);
  const Code = texts.size < 0x100 ? Uint8Array : Uint16Array;
  const codesPart: Part = {
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

/** For each row 0, where it is null, or the number of its text, counted from 1; null when there turn out to be too many texts. */
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
        if (code > MOST_ENTRIES || texts.steps > MOST_STEPS * rows) return null;
        if (row >= ROWS_BEFORE_LOOK && texts.size > MOST_DISTINCT * row) return null;
        codes[row] = code;
      }
      start = end;
    }
  }
  return texts.size > MOST_DISTINCT * rows ? null : codes;
}
