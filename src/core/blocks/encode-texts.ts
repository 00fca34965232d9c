import type { BlockWriter, ColumnHead } from "./block-writer.ts";
import { byteCount, rowCountOf, type ByteList, type DataOf } from "./column-data.ts";
import { DistinctTexts } from "./distinct-texts.ts";
import { writeNulls } from "./encode-numbers.ts";
import { spelledOut } from "./spelled-out.ts";

export type TextData = DataOf<"utf8" | "coded" | "text">;
type Bytes = DataOf<"utf8" | "packed">;

/** Minimum rows for a dictionary: with fewer the client does not keep text as codes. */
const MIN_ROWS = 1 << 12;
/** Maximum share of distinct texts among the rows; checked from {@link ROWS_BEFORE_LOOK} rows on, and at the end. */
const MAX_DISTINCT = 0.5;
const ROWS_BEFORE_LOOK = 1 << 13;
const MAX_ENTRIES = 0xffff;
/** Maximum average of hash probes per row, as a defence against texts made to collide. */
const MAX_STEPS = 16;

/** Encodes texts as a dictionary and a code per row if that pays, else as their bytes. */
export function encodeTexts(pieces: readonly TextData[], out: BlockWriter): ColumnHead {
  const texts = pieces.map((piece) => (piece.kind === "text" ? asBytes(piece) : piece));
  return (
    encodeDictionary(texts, out) ??
    writeList("text", texts.map((piece) => (piece.kind === "coded" ? spelledOut(piece) : piece)), out)
  ); // prettier-ignore
}

/** Strings as their UTF-8. */
export function asBytes({ values }: DataOf<"text">): DataOf<"utf8"> {
  const offsets = new Uint32Array(values.length + 1);
  const nulls = new Uint8Array(values.length);
  // One by one: halves of a character in neighbouring rows would become one.
  const texts = values.map((value) => Buffer.from(value ?? ""));
  values.forEach((value, row) => {
    if (value === null) nulls[row] = 1;
    offsets[row + 1] = (offsets[row] as number) + texts[row]!.length;
  });
  return { kind: "utf8", bytes: Buffer.concat(texts), offsets, nulls: nulls.includes(1) ? nulls : null };
}

function encodeDictionary(pieces: readonly DataOf<"utf8" | "coded">[], out: BlockWriter): ColumnHead | null {
  const rows = pieces.reduce((sum, piece) => sum + rowCountOf(piece), 0);
  if (rows < MIN_ROWS) return null;
  const texts = new DistinctTexts();
  const codes = codesOf(pieces, rows, texts);
  if (codes === null) return null;
  const head = writeList("text", [{ ...texts.list, nulls: null }], out);
  const isShort = texts.size < 0x100;
  out.part<Uint8Array | Uint16Array>(isShort ? Uint8Array : Uint16Array, rows).set(codes);
  return { ...head, form: isShort ? "dictionary8" : "dictionary16", entries: texts.size };
}

/** Each row's code: 0 for null, else the text's number from 1. Null if there are too many distinct texts. */
function codesOf(
  pieces: readonly DataOf<"utf8" | "coded">[],
  rows: number,
  texts: DistinctTexts,
): Uint16Array | null {
  const codes = new Uint16Array(rows);
  const tooMany = (row: number): boolean =>
    texts.size > MAX_ENTRIES ||
    texts.steps > MAX_STEPS * rows ||
    (row >= ROWS_BEFORE_LOOK && texts.size > MAX_DISTINCT * row);
  let row = 0;
  for (const piece of pieces) {
    if (piece.kind === "coded") {
      const own = entryCodes(piece, texts);
      for (const code of piece.codes) codes[row++] = own[code] as number;
      if (tooMany(row)) return null;
      continue;
    }
    const { bytes, offsets, nulls } = piece;
    texts.lookInto(bytes);
    for (let i = 0; i < offsets.length - 1; i++, row++) {
      if (nulls?.[i] === 1) continue;
      codes[row] = texts.numberOf(offsets[i] as number, offsets[i + 1] as number) + 1;
      if (tooMany(row)) return null;
    }
  }
  return texts.size > MAX_DISTINCT * rows ? null : codes;
}

/** The codes in the common dictionary of a piece's entries in use. */
function entryCodes({ entries, codes }: DataOf<"coded">, texts: DistinctTexts): Uint16Array {
  const { bytes, offsets } = entries;
  const own = new Uint16Array(offsets.length);
  const used = new Uint8Array(offsets.length);
  for (const code of codes) used[code] = 1;
  texts.lookInto(bytes);
  for (let i = 1; i < offsets.length; i++)
    if (used[i] === 1) own[i] = texts.numberOf(offsets[i - 1] as number, offsets[i] as number) + 1;
  return own;
}

/** Writes the nulls, the lengths, and the bytes of texts or values. */
export function writeList(
  kind: "text" | "value",
  lists: readonly (ByteList & Pick<Bytes, "nulls">)[],
  out: BlockWriter,
): ColumnHead {
  const counts = lists.map(({ offsets }) => offsets.length - 1);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const bytes = lists.reduce((sum, list) => sum + byteCount(list), 0);
  const hasNulls = writeNulls(lists, counts, out);
  const Length = lengthArray(lists);
  const lengths = out.part<Uint8Array | Uint16Array | Uint32Array>(Length, rows);
  let row = 0;
  for (const { offsets } of lists)
    for (let i = 1; i < offsets.length; i++)
      lengths[row++] = (offsets[i] as number) - (offsets[i - 1] as number);
  const target = out.part(Uint8Array, bytes);
  let to = 0;
  for (const list of lists) {
    const [first] = list.offsets;
    target.set(list.bytes.subarray(first, (first as number) + byteCount(list)), to);
    to += byteCount(list);
  }
  return { kind, form: "bytes", hasNulls, bytes, lengthBytes: Length.BYTES_PER_ELEMENT };
}

/** The narrowest type that holds every length. */
function lengthArray(
  lists: readonly ByteList[],
): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  let most = 0;
  for (const { offsets } of lists)
    for (let i = 1; i < offsets.length; i++) {
      const length = (offsets[i] as number) - (offsets[i - 1] as number);
      if (length > most) most = length;
    }
  if (most < 0x100) return Uint8Array;
  return most < 0x1_0000 ? Uint16Array : Uint32Array;
}
