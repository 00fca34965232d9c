import type { DuckDBBlobVector, DuckDBVector } from "@duckdb/node-api";
import type { DataOf } from "../../core/blocks/column-data.ts";
import type { VectorPart } from "./read-batches.ts";

// Copies DuckDB's strings as UTF-8 bytes, without creating JavaScript strings. A string_t takes 16 bytes: its length, then either up to 12
// bytes inline, or a 4-byte prefix and an address. Strings at adjacent addresses are fetched in one run.

const ENTRY_BYTES = 16;
const ENTRY_WORDS = 4;
const INLINE_BYTES = 12;
/** Approximate maximum bytes of a run. */
const MAX_RUN_BYTES = 1 << 20;

/** Private member of the binding's vectors; the package's version is pinned for that. */
interface TextVector {
  readonly dataView: DataView<ArrayBuffer>;
}

/** Whether the vector has DuckDB's string layout. */
export function isTextVector(vector: DuckDBVector): boolean {
  return String(vector.type) === "VARCHAR" && "dataView" in vector;
}

/**
 * Concatenates the strings of several vectors to one column.
 *
 * @param nulls - 1 for null rows; null: no nulls.
 * @param Blob - The binding's class; it alone can read from an address.
 */
export function readTexts(
  parts: readonly VectorPart[],
  rowCount: number,
  nulls: Uint8Array | null,
  Blob: typeof DuckDBBlobVector,
): DataOf<"utf8"> {
  const views = parts.map((part) => ({ ...part, view: (part.vector as unknown as TextVector).dataView }));
  const offsets = new Uint32Array(rowCount + 1);
  let end = 0;
  let row = 0;
  for (const { view, count } of views) {
    const words = new Uint32Array(view.buffer, view.byteOffset, count * ENTRY_WORDS);
    for (let at = 0; at < words.length; at += ENTRY_WORDS, row++) {
      if (nulls?.[row] !== 1) end += words[at] as number;
      offsets[row + 1] = end;
    }
  }
  const bytes = new Uint8Array(end);
  for (const { view, count, first } of views)
    copyTexts(view, count, { bytes, offsets, nulls, first }, new AddressReader(view, Blob));
  return { kind: "utf8", bytes, offsets, nulls };
}

interface TextTarget {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly nulls: Uint8Array | null;
  /** Index in the column of the vector's first row. */
  readonly first: number;
}

function copyTexts(
  view: DataView<ArrayBuffer>,
  count: number,
  target: TextTarget,
  reader: AddressReader,
): void {
  const { bytes, offsets, nulls, first } = target;
  const source = new Uint8Array(view.buffer, view.byteOffset, count * ENTRY_BYTES);
  const words = new Uint32Array(view.buffer, view.byteOffset, count * ENTRY_WORDS);
  let run: ByteRun = NO_RUN;
  for (let i = 0; i < count; i++) {
    const row = first + i;
    if (nulls?.[row] === 1) continue;
    const length = words[i * ENTRY_WORDS] as number;
    let to = offsets[row] as number;
    if (length <= INLINE_BYTES) {
      let from = i * ENTRY_BYTES + 4;
      for (const last = from + length; from < last;) bytes[to++] = source[from++] as number;
      continue;
    }
    const address = addressAt(words, i);
    if (address < run.address || address + length > run.address + run.bytes.length) {
      const runLength = lengthOfRun(words, i, count, nulls, first);
      run = { address, bytes: reader.read(i, runLength) };
    }
    const from = address - run.address;
    bytes.set(run.bytes.subarray(from, from + length), to);
  }
}

/** Fetched bytes and their address in DuckDB's memory. */
interface ByteRun {
  readonly address: number;
  readonly bytes: Uint8Array;
}

const NO_RUN: ByteRun = { address: Infinity, bytes: new Uint8Array(0) };

/** Exact as a double: addresses have 48 bits. */
function addressAt(words: Uint32Array, i: number): number {
  const at = i * ENTRY_WORDS;
  return (words[at + 2] as number) + (words[at + 3] as number) * 0x1_0000_0000;
}

/** Number of contiguous string bytes from row `i` on; nothing else is ever read. */
function lengthOfRun(
  words: Uint32Array,
  i: number,
  count: number,
  nulls: Uint8Array | null,
  first: number,
): number {
  const start = addressAt(words, i);
  let end = start + (words[i * ENTRY_WORDS] as number);
  for (let next = i + 1; next < count && end - start < MAX_RUN_BYTES; next++) {
    if (nulls?.[first + next] === 1) continue;
    const length = words[next * ENTRY_WORDS] as number;
    if (length <= INLINE_BYTES) continue;
    if (addressAt(words, next) !== end) break;
    end += length;
  }
  return end - start;
}

/** Reads from the addresses in a vector, as if they were blobs of the wanted length. */
class AddressReader {
  readonly #view: DataView<ArrayBuffer>;
  readonly #entry = new Uint8Array(ENTRY_BYTES);
  readonly #blob: DuckDBBlobVector;

  constructor(view: DataView<ArrayBuffer>, Blob: typeof DuckDBBlobVector) {
    this.#view = view;
    const allValid = { itemValid: () => true };
    this.#blob = new Blob(new DataView(this.#entry.buffer), allValid as never, null as never, 0, 1);
  }

  /** Reads `length` bytes from the address in entry `i`. */
  read(i: number, length: number): Uint8Array {
    this.#entry.set(new Uint8Array(this.#view.buffer, this.#view.byteOffset + i * ENTRY_BYTES, ENTRY_BYTES));
    new DataView(this.#entry.buffer).setUint32(0, length, true);
    return this.#blob.getItemBytes(0) as Uint8Array;
  }
}
