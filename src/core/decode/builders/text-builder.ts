import { isAscii, isUtf8 } from "node:buffer";
import { DecodeError } from "../../errors.ts";
import {
  BLOCK_ROWS,
  TextColumn,
  TextDictionary,
  type CodedBlock,
  type TextBlock,
} from "../../table/columns/text-column.ts";
import { decimalNumbers } from "../../table/columns/decimal-numbers.ts";
import type { Column } from "../../table/table.ts";
import type { ByteList, DataOf } from "../../blocks/column-data.ts";
import { firstNotUtf8 } from "../../blocks/first-not-utf8.ts";
import { spelledOut } from "../../blocks/spelled-out.ts";
import { larger } from "../../wire/larger.ts";
import { textWarning } from "./utf8-text.ts";

/** Bytes of the first open block, which grow. */
const FIRST_BYTES = 1 << 12;

/** Texts of one column, as bytes, in blocks of {@link BLOCK_ROWS} rows. */
export class TextBuilder {
  readonly name: string;
  /** Whether the texts are decimals, which a column has as numbers where these tell all of them apart. */
  readonly #decimal: boolean;
  readonly #blocks: (TextBlock | CodedBlock)[] = [];
  readonly #warn = textWarning();
  /** First row of the open block, and the first after it; equal when no block is open. */
  firstRow = 0;
  endRow = 0;
  bytes = new Uint8Array(0);
  /** Of `bytes`. */
  view = new DataView(this.bytes.buffer);
  offsets = new Uint32Array(0);
  nulls: Uint8Array | null = null;

  constructor(name: string, decimal = false) {
    this.name = name;
    this.#decimal = decimal;
  }

  /** Closes the open block and opens one at `row`, the row after it. */
  openBlock(row: number): void {
    if (this.endRow > this.firstRow) this.#closeBlock(BLOCK_ROWS);
    this.firstRow = row;
    this.endRow = row + BLOCK_ROWS;
    // A closed block has its own copy of its bytes.
    if (this.bytes.length === 0) this.#setBytes(new Uint8Array(FIRST_BYTES));
    this.offsets = new Uint32Array(BLOCK_ROWS + 1);
    this.nulls = null;
  }

  /** Ensures capacity for `length` bytes in total. */
  growBytes(length: number): void {
    if (length > 0xffff_ffff)
      throw new DecodeError(`column ${this.name} has more than 4 GiB of text in ${BLOCK_ROWS} rows`);
    this.#setBytes(larger(this.bytes, Math.max(length, this.bytes.length * 2)));
  }

  #setBytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  setNull(row: number): void {
    const at = row - this.firstRow;
    this.nulls ??= new Uint8Array(BLOCK_ROWS);
    this.nulls[at] = 1;
    this.offsets[at + 1] = this.offsets[at] as number;
  }

  set(row: number, value: unknown): boolean {
    if (value !== null && typeof value !== "string") return false;
    const bytes = Buffer.from(value ?? "");
    const list = { offsets: Uint32Array.of(0, bytes.length), bytes };
    this.add(row, list, value === null ? Uint8Array.of(1) : null);
    return true;
  }

  /**
   * Adds many texts at once, in row order.
   *
   * @param list - Views of memory that is reused later; copied.
   * @param nulls - 1 where null; null rows have no bytes.
   */
  add(row: number, list: ByteList, nulls: Uint8Array | null): void {
    const count = list.offsets.length - 1;
    if (row === this.endRow && count >= BLOCK_ROWS) {
      const whole = count - (count % BLOCK_ROWS);
      this.#addWholeBlocks(row, whole, list, nulls);
      if (whole < count) this.#addRows(row, whole, list, nulls);
    } else {
      this.#addRows(row, 0, list, nulls);
    }
  }

  /**
   * Adds many texts at once, as codes of a dictionary: 0 is null, 1 the first entry.
   *
   * @param data - Views of memory that is reused later, so copied where kept.
   */
  addCoded(row: number, { entries, codes }: Pick<DataOf<"coded">, "entries" | "codes">): void {
    const whole = row === this.endRow ? codes.length - (codes.length % BLOCK_ROWS) : 0;
    if (whole > 0) this.#addCodedBlocks(row, entries, codes.slice(0, whole));
    if (whole === codes.length) return;
    const texts = spelledOut({ entries, codes: codes.subarray(whole) });
    this.#addRows(row + whole, 0, texts, texts.nulls);
  }

  #addCodedBlocks(row: number, entries: ByteList, codes: Uint8Array | Uint16Array): void {
    if (this.endRow > this.firstRow) this.#closeBlock(BLOCK_ROWS);
    const { offsets, bytes, ascii } = this.#asUtf8(
      { bytes: entries.bytes.slice(), offsets: entries.offsets },
      entries.offsets.length - 1,
      (entry) => row + Math.max(0, codes.indexOf(entry + 1)),
    );
    const dictionary = new TextDictionary(bytes, offsets, ascii);
    for (let from = 0; from < codes.length; from += BLOCK_ROWS)
      this.#blocks.push({ codes: codes.subarray(from, from + BLOCK_ROWS), dictionary });
    this.#openNext(row + codes.length);
  }

  /** Adds whole blocks, which share one copy of bytes and offsets. */
  #addWholeBlocks(row: number, count: number, { offsets, bytes }: ByteList, nulls: Uint8Array | null): void {
    if (this.endRow > this.firstRow) this.#closeBlock(BLOCK_ROWS);
    const texts = this.#asUtf8({ bytes: bytes.slice(0, offsets[count]), offsets }, count, (i) => row + i);
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      const end = from + BLOCK_ROWS;
      const missing = nulls !== null && nulls.indexOf(1, from) >= 0 ? nulls.slice(from, end) : null;
      this.#blocks.push({ ...texts, offsets: texts.offsets.subarray(from, end + 1), nulls: missing });
    }
    this.#openNext(row + count);
  }

  #openNext(row: number): void {
    this.firstRow = row;
    this.endRow = row;
  }

  #addRows(row: number, from: number, list: ByteList, nulls: Uint8Array | null): void {
    const all = list.offsets.length - 1;
    while (from < all) {
      if (row + from >= this.endRow) this.openBlock(row + from);
      const slot = row + from - this.firstRow;
      const count = Math.min(all - from, BLOCK_ROWS - slot);
      const [start, end] = [list.offsets[from] as number, list.offsets[from + count] as number];
      const at = this.offsets[slot] as number;
      if (at + end - start > this.bytes.length) this.growBytes(at + end - start);
      this.bytes.set(list.bytes.subarray(start, end), at);
      const { offsets } = this;
      for (let i = 1; i <= count; i++) offsets[slot + i] = at + (list.offsets[from + i] as number) - start;
      if (nulls !== null && nulls.indexOf(1, from) >= 0) {
        this.nulls ??= new Uint8Array(BLOCK_ROWS);
        this.nulls.set(nulls.subarray(from, from + count), slot);
      }
      from += count;
    }
  }

  finish(rowCount: number): Column {
    const texts = this.texts(rowCount);
    return this.#decimal ? (decimalNumbers(texts) ?? texts) : texts;
  }

  /** The column as texts, also of decimals. */
  texts(rowCount: number): TextColumn {
    if (rowCount > this.firstRow) this.#closeBlock(rowCount - this.firstRow);
    this.bytes = new Uint8Array(0);
    this.endRow = 0;
    return new TextColumn(this.#blocks, rowCount);
  }

  #closeBlock(count: number): void {
    const length = this.offsets[count] as number;
    const { firstRow, offsets, nulls } = this;
    const texts = this.#asUtf8({ bytes: this.bytes.slice(0, length), offsets }, count, (i) => firstRow + i);
    this.#blocks.push({ ...texts, nulls });
  }

  /**
   * The texts, with U+FFFD in place of invalid UTF-8. Engines do store such texts, and the other values are still good.
   *
   * @param rowOf - The row of a text, for the warning.
   */
  #asUtf8(list: ByteList, count: number, rowOf: (text: number) => number): ByteList & { ascii: boolean } {
    const ascii = isAscii(list.bytes);
    const wrong = ascii ? -1 : firstNotUtf8(list, count);
    if (wrong < 0) return { ...list, ascii };
    this.#warn(`column ${this.name}, first in row ${rowOf(wrong)},`);
    const offsets = new Uint32Array(list.offsets.length);
    const texts: Buffer[] = [];
    for (let i = 0; i < count; i++) {
      const text = Buffer.from(list.bytes.subarray(list.offsets[i], list.offsets[i + 1]));
      texts.push(isUtf8(text) ? text : Buffer.from(text.toString("utf8")));
      offsets[i + 1] = (offsets[i] as number) + (texts[i] as Buffer).length;
    }
    return { bytes: new Uint8Array(Buffer.concat(texts)), offsets, ascii };
  }
}
