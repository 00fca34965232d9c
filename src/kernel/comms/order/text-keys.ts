import type { ByteList, ColumnData, DataOf } from "../../../core/blocks/column-data.ts";
import { asBytes } from "../../../core/blocks/encode-texts.ts";
import { rowReader } from "../../../core/blocks/row-reader.ts";
import { decimalText } from "../../../core/text/decimal-text.ts";

/** A block's texts, or the keys of its decimals: its own bytes, or those of a dictionary's entries with a code per row, 0 for null. */
export type TextKeys = DataOf<"utf8" | "coded">;

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
export function eachText(keys: TextKeys, act: (start: number, end: number, at: number) => void): void {
  const { offsets }: ByteList = keys.kind === "coded" ? keys.entries : keys;
  const nulls = keys.kind === "coded" ? null : keys.nulls;
  for (let at = 0; at + 1 < offsets.length; at++)
    if (nulls?.[at] !== 1) act(offsets[at] as number, offsets[at + 1] as number, at);
}

/** Sets the digits of a block's rows. @param ofText - The digit of a text, by its place in the bytes */
export function fillTexts(
  keys: TextKeys,
  digits: Uint16Array | Uint32Array,
  from: number,
  ofNull: number,
  ofText: (bytes: Uint8Array, start: number, end: number) => number,
): void {
  if (keys.kind === "coded") {
    const { bytes, offsets } = keys.entries;
    const own = Float64Array.from(offsets, (end, at) =>
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
