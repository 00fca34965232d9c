import {
  BLOCK_ROWS,
  type CodedBlock,
  type TextBlock,
  type TextColumn,
} from "../../core/table/text-column.ts";
import type { TextDictionary } from "../../core/table/text-dictionary.ts";
import { DistinctTexts } from "../../core/wire/distinct-texts.ts";
import { addCodes, like, type Coded, type Sums } from "./coded.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The distinct texts of a column, found by their bytes: no string is made but for each distinct one. */
export function codeTexts(column: TextColumn): Coded {
  const coder = new TextCoder();
  for (let first = 0; first < column.length; first += BLOCK_ROWS) {
    const end = Math.min(first + BLOCK_ROWS, column.length);
    const block = column.rawBlock(first);
    if (block === null) coder.addStrings(column, first, end);
    else if ("codes" in block) coder.addCodes(block);
    else coder.addBytes(block, end - first);
  }
  return coder.finish();
}

/** Rows of a column; numbers of texts are their place among the column's distinct ones, counted from 1, and 0 is null. */
interface Piece {
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** The number of the text that each code stands for; null: codes are such numbers. */
  readonly numbers: Uint32Array | null;
}

class TextCoder {
  readonly #texts = new DistinctTexts();
  readonly #pieces: Piece[] = [];
  #anyNull = false;
  #dictionary: TextDictionary | undefined;
  #numbers: Uint32Array = new Uint32Array(0);

  addBytes({ bytes, offsets, nulls }: TextBlock, count: number): void {
    const texts = this.#texts;
    const codes = new Uint32Array(count);
    texts.lookInto(bytes);
    for (let i = 0; i < count; i++) {
      if (nulls !== null && nulls[i] === 1) this.#anyNull = true;
      else codes[i] = texts.numberOf(offsets[i] as number, offsets[i + 1] as number) + 1;
    }
    this.#pieces.push({ codes, numbers: null });
  }

  /** Every text of a dictionary is some row's: rows need not be looked at. */
  addCodes({ codes, dictionary }: CodedBlock): void {
    if (this.#dictionary !== dictionary) this.#numbers = this.#numbersOf(dictionary);
    this.#dictionary = dictionary;
    this.#anyNull ||= codes.includes(0);
    this.#pieces.push({ codes, numbers: this.#numbers });
  }

  addStrings(column: TextColumn, first: number, end: number): void {
    const codes = new Uint32Array(end - first);
    for (let row = first; row < end; row++) {
      const text = column.at(row);
      if (text === null) this.#anyNull = true;
      else codes[row - first] = this.#numberOf(Buffer.from(text));
    }
    this.#pieces.push({ codes, numbers: null });
  }

  finish(): Coded {
    const { bytes, offsets } = this.#texts.list;
    const values: (string | null)[] = Array.from({ length: this.#texts.size }, (_, i) =>
      utf8.decode(bytes.subarray(offsets[i], offsets[i + 1])),
    );
    const nullAt = this.#anyNull ? values.push(null) - 1 : 0;
    return { values, addTo: (sums, table) => addPieces(this.#pieces, sums, withNull(table, nullAt)) };
  }

  #numbersOf({ bytes, offsets }: TextDictionary): Uint32Array {
    const numbers = new Uint32Array(offsets.length);
    this.#texts.lookInto(bytes);
    for (let i = 1; i < numbers.length; i++)
      numbers[i] = this.#texts.numberOf(offsets[i - 1] as number, offsets[i] as number) + 1;
    return numbers;
  }

  #numberOf(bytes: Uint8Array): number {
    this.#texts.lookInto(bytes);
    return this.#texts.numberOf(0, bytes.length) + 1;
  }
}

/** A table for texts' numbers, which begin with null, of one whose null is at `nullAt`. */
function withNull(table: Sums, nullAt: number): Sums {
  const ofNumber = like(table, table.length + 1);
  ofNumber.set(table, 1);
  ofNumber[0] = table[nullAt] ?? 0;
  return ofNumber;
}

function addPieces(pieces: readonly Piece[], sums: Sums, ofNumber: Sums): void {
  let first = 0;
  let last: Uint32Array | null = null;
  let ofCode = ofNumber;
  for (const { codes, numbers } of pieces) {
    if (numbers !== last) ofCode = numbers === null ? ofNumber : through(numbers, ofNumber);
    last = numbers;
    addCodes(sums, first, codes, ofCode);
    first += codes.length;
  }
}

/** For each code what the table has for its number. */
function through(numbers: Uint32Array, ofNumber: Sums): Sums {
  const ofCode = like(ofNumber, numbers.length);
  for (let code = 0; code < numbers.length; code++)
    ofCode[code] = ofNumber[numbers[code] as number] as number;
  return ofCode;
}
