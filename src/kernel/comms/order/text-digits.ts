import { DistinctTexts } from "../../../core/blocks/distinct-texts.ts";
import type { GridReader } from "../grid-reader.ts";
import { DIGITS, type SortDigits } from "./sort-by-digits.ts";
import type { ByteList, ColumnData, DataOf } from "../../../core/blocks/column-data.ts";
import { asBytes } from "../../../core/blocks/encode-texts.ts";
import { rowReader } from "../../../core/blocks/row-reader.ts";
import { decimalText } from "../../../core/text/decimal-text.ts";

/** With so many distinct texts, null included, a digit is a text's rank among them. */
const MAX_RANKS = DIGITS - 1;
const NULL_RANK = DIGITS - 1;
/** Bytes of a text, after what all begin with, that are digits. */
const WINDOW = 64;

export interface TextDigits extends SortDigits {
  /** The bytes of all texts before the first that differs, and before the first that is no digit. */
  readonly first: number;
  readonly end: number;
  /** Bytes of the longest text. */
  readonly longest: number;
  /** The least significant digit of texts that go on after the digits; null if none does. */
  readonly longer: 0 | 1 | null;
}

/** What decides about the digits of texts. */
interface TextRange {
  /** Null if there are too many. */
  distinct: DistinctTexts | null;
  /** What all texts begin with; null before the first text. */
  prefix: Uint8Array | null;
  longest: number;
  hasNulls: boolean;
}

/** @param window - Bytes that are digits. */
export async function textDigits(
  reader: GridReader,
  column: number,
  descending: boolean,
  window = WINDOW,
): Promise<TextDigits> {
  const isDecimal = reader.isDecimal(column);
  const range: TextRange = { distinct: new DistinctTexts(), prefix: null, longest: 0, hasNulls: false };
  await reader.scan(column, ({ data }) => widen(range, textKeys(data, isDecimal)));
  const { distinct, prefix, longest, hasNulls } = range;
  if (distinct !== null) return rankDigits(distinct, descending, isDecimal);
  const first = prefix?.length ?? 0;
  const end = Math.min(longest, first + window);
  const hasLonger = longest > end;
  const parts = await digitParts(reader, column, isDecimal, first, end);
  // Texts that go on come after those that end there.
  if (hasLonger) parts.push({ from: end, to: end + 1, count: 2, values: new Uint16Array(256).fill(1) });
  return {
    first,
    end,
    longest,
    longer: hasLonger ? (descending ? 0 : 1) : null,
    count: parts.length + Number(hasNulls),
    fill: (index, block, digits) => {
      const keys = textKeys(block.data, isDecimal);
      // The last digit puts nulls after all texts.
      const part = parts[parts.length - 1 - index];
      if (part === undefined) return fillTexts(keys, digits, block.from, 1, () => 0);
      const { from: begin, to: behind, count, values } = part;
      fillTexts(keys, digits, block.from, descending ? count - 1 : 0, (bytes, from, to) => {
        const until = Math.min(to, from + behind);
        let digit = 0;
        for (let at = from + begin, value = 0; at < until; at++, value += 256)
          digit += values[value + (bytes[at] as number)] as number;
        return descending ? count - 1 - digit : digit;
      });
    },
  };
}

/** Some successive bytes of each text as one digit: the sum of what each byte counts in its place; the end of a text counts 0. */
interface DigitPart {
  from: number;
  to: number;
  /** Number of the digit's values. */
  count: number;
  /** What each of 256 bytes counts, place after place. */
  values: Uint16Array;
}

/** The texts' bytes from `first` to before `end` as few digits: a place counts only the bytes that are there in some text. */
async function digitParts(
  reader: GridReader,
  column: number,
  isDecimal: boolean,
  first: number,
  end: number,
): Promise<DigitPart[]> {
  const marks = new Uint8Array(256 * (end - first));
  await reader.scan(column, ({ data }) => {
    const keys = textKeys(data, isDecimal);
    const { bytes } = keys.kind === "coded" ? keys.entries : keys;
    eachText(keys, (start, to) => {
      const stop = Math.min(to, start + end);
      for (let at = start + first, mark = 0; at < stop; at++, mark += 256)
        marks[mark + (bytes[at] as number)] = 1;
    });
  });
  const parts: DigitPart[] = [];
  for (let to = end, part: DigitPart | null = null; to > first; to--) {
    const own = marks.subarray(256 * (to - first - 1), 256 * (to - first));
    let kinds = 1;
    const ranks = Uint16Array.from(own, (is) => (is === 1 ? kinds++ : 0));
    if (part === null || part.count * kinds > DIGITS) {
      part = { from: to, to, count: 1, values: new Uint16Array(0) };
      parts.unshift(part);
    }
    const { count, values } = part;
    part.from = to - 1;
    part.count = count * kinds;
    part.values = Uint16Array.of(...ranks.map((rank) => rank * count), ...values);
  }
  return parts;
}

function widen(range: TextRange, keys: ReturnType<typeof textKeys>): void {
  const { bytes } = keys.kind === "coded" ? keys.entries : keys;
  range.distinct?.lookInto(bytes);
  range.hasNulls ||= keys.kind === "coded" ? keys.codes.includes(0) : keys.nulls?.includes(1) === true;
  let { distinct, prefix, longest } = range;
  eachText(keys, (start, end) => {
    prefix ??= bytes.slice(start, end);
    let same = 0;
    while (same < prefix.length && start + same < end && prefix[same] === bytes[start + same]) same++;
    if (same < prefix.length) prefix = prefix.subarray(0, same);
    if (end - start > longest) longest = end - start;
    distinct?.numberOf(start, end);
    if (distinct !== null && distinct.size > MAX_RANKS) distinct = null;
  });
  Object.assign(range, { distinct, prefix, longest });
}

/** A digit for each distinct text, the last one for null. */
function rankDigits(distinct: DistinctTexts, descending: boolean, isDecimal: boolean): TextDigits {
  const { bytes, offsets } = distinct.list;
  const texts = Array.from({ length: distinct.size }, (_, at) =>
    bytes.subarray(offsets[at], offsets[at + 1]),
  );
  const sign = descending ? -1 : 1;
  const order = [...texts.keys()].sort(
    (a, b) => sign * Buffer.compare(texts[a] as Uint8Array, texts[b] as Uint8Array),
  );
  const ranks = new Uint16Array(texts.length);
  order.forEach((text, rank) => (ranks[text] = rank));
  return {
    first: 0,
    end: 0,
    longest: 0,
    longer: null,
    count: 1,
    fill: (_, block, digits) => {
      const keys = textKeys(block.data, isDecimal);
      distinct.lookInto((keys.kind === "coded" ? keys.entries : keys).bytes);
      fillTexts(
        keys,
        digits,
        block.from,
        NULL_RANK,
        (_, from, to) => ranks[distinct.numberOf(from, to)] as number,
      );
    },
  };
}

/** A block's texts, or the keys of its decimals: its own bytes, or those of a dictionary's entries with a code per row, 0 for null. */
type TextKeys = DataOf<"utf8" | "coded">;

/** The keys of a block's rows, which sort by their bytes like the values. */
export function textKeys(data: ColumnData, isDecimal: boolean): TextKeys {
  const texts = data as TextKeys;
  if (!isDecimal) return texts;
  if (texts.kind === "coded")
    return { ...texts, entries: decimalKeys({ ...texts.entries, kind: "utf8", nulls: null }) };
  return decimalKeys(texts);
}

function decimalKeys(texts: DataOf<"utf8">): DataOf<"utf8"> {
  const read = rowReader(texts) as (row: number) => string | null;
  const values = Array.from({ length: texts.offsets.length - 1 }, (_, row) => {
    const text = read(row);
    return text === null ? null : decimalKey(text);
  });
  return asBytes({ kind: "text", values });
}

/** A decimal as text that sorts by its bytes: sign, number of digits in front of the point, digits; negative ones complemented. */
export function decimalKey(text: string): string {
  const [, sign, whole = "", part = ""] = /^(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(decimalText(text)) ?? [];
  if (sign === undefined) return text === "Infinity" ? "9" : text === "-Infinity" ? "0" : `8${text}`;
  const digits = String.fromCharCode(0x30 + whole.length) + whole + part;
  if (sign === "" || digits === "0") return `2${digits}`;
  const head = String.fromCharCode(0x7d - whole.length);
  return `1${head}${(whole + part).replace(/\d/g, (digit) => String(9 - Number(digit)))}~`;
}

/** Calls `act` with the place of each text in its bytes: of all rows, or of a dictionary's entries. */
function eachText(keys: TextKeys, act: (start: number, end: number, at: number) => void): void {
  const { offsets }: ByteList = keys.kind === "coded" ? keys.entries : keys;
  const nulls = keys.kind === "coded" ? null : keys.nulls;
  for (let at = 0; at + 1 < offsets.length; at++)
    if (nulls?.[at] !== 1) act(offsets[at] as number, offsets[at + 1] as number, at);
}

/** Sets the digits of a block's rows. @param ofText - The digit of a text, by its place in the bytes */
function fillTexts(
  keys: TextKeys,
  digits: Uint16Array,
  from: number,
  ofNull: number,
  ofText: (bytes: Uint8Array, start: number, end: number) => number,
): void {
  if (keys.kind === "coded") {
    const { bytes, offsets } = keys.entries;
    const own = Uint16Array.from(offsets, (end, at) =>
      at === 0 ? ofNull : ofText(bytes, offsets[at - 1] as number, end),
    );
    for (let at = 0; at < keys.codes.length; at++)
      digits[from + at] = own[keys.codes[at] as number] as number;
    return;
  }
  const { bytes, offsets, nulls } = keys;
  for (let at = 0; at + 1 < offsets.length; at++)
    digits[from + at] =
      nulls?.[at] === 1 ? ofNull : ofText(bytes, offsets[at] as number, offsets[at + 1] as number);
}
