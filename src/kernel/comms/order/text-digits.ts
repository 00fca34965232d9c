import { DistinctTexts } from "../../../core/blocks/distinct-texts.ts";
import type { GridReader } from "../grid-reader.ts";
import { DIGITS, type SortDigits } from "./sort-digits.ts";
import { eachText, fillTexts, textKeys } from "./text-keys.ts";

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
  /** Whether texts go on after the digits. */
  readonly hasLonger: boolean;
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
  const pairs = Math.ceil((end - first) / 2);
  const flip = descending ? 0xffff : 0;
  return {
    first,
    end,
    longest,
    hasLonger: longest > end,
    count: pairs + (hasNulls ? 2 : 1),
    fill: (place, block, digits) => {
      const keys = textKeys(block.data, isDecimal);
      // The end of a text comes before a zero byte.
      if (place === 0)
        return fillTexts(
          keys,
          digits,
          block.from,
          0,
          (_, from, to) => Math.min(to - from - first, 0xffff) ^ flip,
        );
      if (place > pairs) return fillTexts(keys, digits, block.from, 1, () => 0);
      const offset = first + 2 * (pairs - place);
      fillTexts(keys, digits, block.from, 0, (bytes, from, to) => {
        const at = from + offset;
        const high = at < to ? (bytes[at] as number) << 8 : 0;
        return (high | (at + 1 < to ? (bytes[at + 1] as number) : 0)) ^ flip;
      });
    },
  };
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
    hasLonger: false,
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
