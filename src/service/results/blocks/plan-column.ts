import type { FORM, KIND } from "../../../core/wire/result-blocks.ts";
import type { ColumnData } from "../../engine/engine.ts";
import { MsgpackBuffer } from "../../msgpack/msgpack-buffer.ts";
import { planDictionary } from "./plan-dictionary.ts";
import { planFloats, planIntegers } from "./plan-numbers.ts";

/** Bytes to be written at a place that begins at a multiple of eight. */
export interface Part {
  readonly length: number;
  write(buffer: ArrayBufferLike, at: number): void;
}

/** How a column goes into a block. */
export interface ColumnPlan {
  readonly kind: keyof typeof KIND;
  readonly form: keyof typeof FORM;
  readonly hasNulls: boolean;
  readonly bytes?: number;
  readonly lengthBytes?: number;
  readonly entries?: number;
  readonly parts: readonly Part[];
}

type Kind = ColumnData["kind"];
type OfKind<K extends Kind> = Extract<ColumnData, { kind: K }>;

/** @param pieces - The column in each of some batches, all of one kind. */
export function planColumn(pieces: readonly ColumnData[]): ColumnPlan {
  switch (pieces[0]?.kind) {
    case "int64":
    case "int32":
      return planIntegers(pieces as readonly OfKind<"int64" | "int32">[]);
    case "float64":
      return planFloats(pieces as readonly OfKind<"float64">[]);
    case "boolean":
      return planBooleans(pieces as readonly OfKind<"boolean">[]);
    case "utf8":
      return planTexts(pieces as readonly OfKind<"utf8">[]);
    case "text":
      return planTexts([textList(pieces as readonly OfKind<"text">[])]);
    default:
      return planList("value", [packedList(pieces as readonly OfKind<"other">[])]);
  }
}

/** 1 where a row is null, for some batches; null where none has a null. */
export function planNulls(
  pieces: readonly { readonly valid: Uint8Array | null }[],
  counts: readonly number[],
): Part | null {
  if (!pieces.some(({ valid }) => valid !== null)) return null;
  const length = counts.reduce((sum, count) => sum + count, 0);
  return {
    length,
    write: (buffer, at) => {
      const nulls = new Uint8Array(buffer, at, length);
      let row = 0;
      pieces.forEach(({ valid }, i) => {
        const count = counts[i] as number;
        if (valid !== null) for (let j = 0; j < count; j++) nulls[row + j] = valid[j] === 0 ? 1 : 0;
        row += count;
      });
    },
  };
}

function planBooleans(pieces: readonly OfKind<"boolean">[]): ColumnPlan {
  const length = pieces.reduce((sum, { values }) => sum + values.length, 0);
  const write = (buffer: ArrayBufferLike, at: number): void => {
    const codes = new Uint8Array(buffer, at, length);
    let row = 0;
    for (const { values, valid } of pieces)
      for (let i = 0; i < values.length; i++) codes[row++] = valid?.[i] === 0 ? 2 : values[i] === 0 ? 0 : 1;
  };
  return { kind: "boolean", form: "codes", hasNulls: false, parts: [{ length, write }] };
}

/** Texts, or packed values: a null has no bytes. */
export interface List {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly valid: Uint8Array | null;
}

function planTexts(lists: readonly List[]): ColumnPlan {
  return planDictionary(lists) ?? planList("text", lists);
}

export function planList(kind: "text" | "value", lists: readonly List[]): ColumnPlan {
  const rows = lists.reduce((sum, { ends }) => sum + ends.length, 0);
  const byteCount = lists.reduce((sum, { ends }) => sum + (ends.at(-1) ?? 0), 0);
  const nulls = planNulls(
    lists,
    lists.map(({ ends }) => ends.length),
  );
  const Length = lengthArray(lists);
  const lengths: Part = {
    length: Length.BYTES_PER_ELEMENT * rows,
    write: (buffer, at) => {
      const target = new Length(buffer as ArrayBuffer, at, rows);
      let row = 0;
      for (const { ends } of lists) {
        let start = 0;
        for (const end of ends) {
          target[row++] = end - start;
          start = end;
        }
      }
    },
  };
  const bytes: Part = {
    length: byteCount,
    write: (buffer, at) => {
      const target = new Uint8Array(buffer, at, byteCount);
      let to = 0;
      for (const list of lists) {
        const length = list.ends.at(-1) ?? 0;
        target.set(list.bytes.subarray(0, length), to);
        to += length;
      }
    },
  };
  return {
    kind,
    form: "bytes",
    hasNulls: nulls !== null,
    bytes: byteCount,
    lengthBytes: Length.BYTES_PER_ELEMENT,
    parts: [...(nulls ? [nulls] : []), lengths, bytes],
  };
}

/** The narrowest that holds every length. */
function lengthArray(lists: readonly List[]): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  let most = 0;
  for (const { ends } of lists) {
    let start = 0;
    for (const end of ends) {
      if (end - start > most) most = end - start;
      start = end;
    }
  }
  if (most < 0x100) return Uint8Array;
  return most < 0x1_0000 ? Uint16Array : Uint32Array;
}

function textList(pieces: readonly OfKind<"text">[]): List {
  const values = pieces.flatMap((piece) => piece.values);
  return list(values, (value) => Buffer.from(value as string));
}

/** Each value as the MessagePack that msgpack.gz has of it. */
function packedList(pieces: readonly OfKind<"other">[]): List {
  const values = pieces.flatMap((piece) => piece.values);
  const buffer = new MsgpackBuffer(1 << 12);
  const ends = new Uint32Array(values.length);
  const valid = new Uint8Array(values.length);
  values.forEach((value, row) => {
    if (value !== null && value !== undefined) {
      buffer.value(value);
      valid[row] = 1;
    }
    ends[row] = buffer.length;
  });
  return { bytes: buffer.take(), ends, valid: valid.includes(0) ? valid : null };
}

function list(values: readonly unknown[], bytesOf: (value: unknown) => Uint8Array): List {
  const ends = new Uint32Array(values.length);
  const valid = new Uint8Array(values.length);
  const all: Uint8Array[] = [];
  let end = 0;
  values.forEach((value, row) => {
    if (value !== null && value !== undefined) {
      const bytes = bytesOf(value);
      all.push(bytes);
      end += bytes.length;
      valid[row] = 1;
    }
    ends[row] = end;
  });
  return { bytes: Buffer.concat(all), ends, valid: valid.includes(0) ? valid : null };
}
