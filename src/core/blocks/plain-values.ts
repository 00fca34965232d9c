import type { ColumnData, DataOf } from "./column-data.ts";
import { rowCountOf } from "./column-data.ts";
import { dataKind } from "./encode-column.ts";
import { asBytes, type TextData } from "./encode-texts.ts";
import { halvesOf, setHalf } from "./halves.ts";
import { spelledOut } from "./spelled-out.ts";

/** A column's values without nulls in Parquet's PLAIN encoding: little-endian int64, doubles, or texts after their uint32 length. */
export interface PlainValues {
  readonly type: "INT64" | "DOUBLE" | "BYTE_ARRAY";
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Nonzero for rows with a value. */
  readonly present: Uint8Array;
}

type NumberData = DataOf<"int64" | "integer" | "float">;

/**
 * @param pieces - A column of numbers or texts.
 * @throws DecodeError when texts have more than `mostBytes`.
 */
export function plainValues(pieces: readonly ColumnData[], mostBytes?: number): PlainValues {
  const kind = pieces[0] && dataKind(pieces[0]);
  if (kind === "text") return plainTexts(pieces as readonly TextData[], mostBytes);
  const numbers = pieces as readonly NumberData[];
  const { present, count } = presence(numbers);
  const type = kind === "integer" ? "INT64" : "DOUBLE";
  const target = new Float64Array(count);
  if (type === "INT64") copyIntegers(numbers, new Int32Array(target.buffer));
  else copyDoubles(numbers as readonly DataOf<"float">[], target);
  return { type, bytes: new Uint8Array(target.buffer), count, present };
}

function presence(pieces: readonly (NumberData | DataOf<"utf8">)[]): Pick<PlainValues, "present" | "count"> {
  const present = new Uint8Array(pieces.reduce((sum, piece) => sum + rowCountOf(piece), 0)).fill(1);
  let nullCount = 0;
  let row = 0;
  for (const piece of pieces) {
    const { nulls } = piece;
    for (let i = 0; nulls !== null && i < nulls.length; i++)
      if (nulls[i] === 1) {
        present[row + i] = 0;
        nullCount++;
      }
    row += rowCountOf(piece);
  }
  return { present, count: present.length - nullCount };
}

function copyIntegers(pieces: readonly NumberData[], words: Int32Array): void {
  let to = 0;
  for (const piece of pieces) {
    const { nulls } = piece;
    if (piece.kind === "int64") {
      const halves = halvesOf(piece.values);
      for (let i = 0; i < piece.values.length; i++) {
        if (nulls?.[i] === 1) continue;
        words[2 * to] = halves[2 * i] as number;
        words[2 * to++ + 1] = halves[2 * i + 1] as number;
      }
    } else {
      const { values } = piece;
      for (let i = 0; i < values.length; i++) if (nulls?.[i] !== 1) setHalf(words, to++, values[i] as number);
    }
  }
}

function copyDoubles(pieces: readonly DataOf<"float">[], target: Float64Array): void {
  let to = 0;
  for (const { values, nulls } of pieces) {
    if (nulls === null) {
      target.set(values, to);
      to += values.length;
    } else {
      for (let i = 0; i < values.length; i++) if (nulls[i] !== 1) target[to++] = values[i] as number;
    }
  }
}

/** Below this length a loop copies faster than `set`. */
const SHORT_TEXT = 40;

function plainTexts(pieces: readonly TextData[], mostBytes?: number): PlainValues {
  const lists = pieces.map((piece) => {
    if (piece.kind === "utf8") return piece;
    return piece.kind === "coded" ? spelledOut(piece, mostBytes) : asBytes(piece);
  });
  const { present, count } = presence(lists);
  const size = lists.reduce(
    (sum, { offsets }) => sum + (offsets.at(-1) as number) - (offsets[0] as number),
    0,
  );
  const target = new Uint8Array(4 * count + size);
  const view = new DataView(target.buffer);
  let to = 0;
  for (const { bytes, offsets, nulls } of lists) {
    for (let i = 0; i < offsets.length - 1; i++) {
      if (nulls?.[i] === 1) continue;
      let at = offsets[i] as number;
      const end = offsets[i + 1] as number;
      view.setUint32(to, end - at, true);
      to += 4;
      if (end - at < SHORT_TEXT) while (at < end) target[to++] = bytes[at++] as number;
      else {
        target.set(bytes.subarray(at, end), to);
        to += end - at;
      }
    }
  }
  return { type: "BYTE_ARRAY", bytes: target, count, present };
}
