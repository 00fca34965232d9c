import type { ColumnData } from "../../engine/engine.ts";
import { MsgpackWriter } from "../../../core/wire/msgpack-writer.ts";
import type { EncodedColumn } from "./encoded-column.ts";
import { encodeDictionary } from "./encode-dictionary.ts";
import { encodeList, type List } from "./encode-list.ts";
import { encodeFloats, encodeIntegers } from "./encode-numbers.ts";

type Kind = ColumnData["kind"];
type OfKind<K extends Kind> = Extract<ColumnData, { kind: K }>;

/** @param pieces - The column in each batch, all of one kind. */
export function encodeColumn(pieces: readonly ColumnData[]): EncodedColumn {
  switch (pieces[0]?.kind) {
    case "int64":
    case "int32":
      return encodeIntegers(pieces as readonly OfKind<"int64" | "int32">[]);
    case "float64":
      return encodeFloats(pieces as readonly OfKind<"float64">[]);
    case "boolean":
      return encodeBooleans(pieces as readonly OfKind<"boolean">[]);
    case "utf8":
      return encodeTexts(pieces as readonly OfKind<"utf8">[]);
    case "text":
      return encodeTexts([textList(pieces as readonly OfKind<"text">[])]);
    default:
      return encodeList("value", [packedList(pieces as readonly OfKind<"other">[])]);
  }
}

function encodeBooleans(pieces: readonly OfKind<"boolean">[]): EncodedColumn {
  const length = pieces.reduce((sum, { values }) => sum + values.length, 0);
  const write = (buffer: ArrayBufferLike, at: number): void => {
    const codes = new Uint8Array(buffer, at, length);
    let row = 0;
    for (const { values, valid } of pieces)
      for (let i = 0; i < values.length; i++) codes[row++] = valid?.[i] === 0 ? 2 : values[i] === 0 ? 0 : 1;
  };
  return { kind: "boolean", form: "codes", nulls: null, parts: [{ length, write }] };
}

function encodeTexts(lists: readonly List[]): EncodedColumn {
  return encodeDictionary(lists) ?? encodeList("text", lists);
}

function textList(pieces: readonly OfKind<"text">[]): List {
  const values = pieces.flatMap((piece) => piece.values);
  const texts = values.map((value) => Buffer.from(value ?? ""));
  let end = 0;
  return { bytes: Buffer.concat(texts), ...entries(values, (_, row) => (end += texts[row]!.length)) };
}

/** Each value as MessagePack, as in the public form. */
function packedList(pieces: readonly OfKind<"other">[]): List {
  const buffer = new MsgpackWriter(1 << 12);
  const ends = entries(
    pieces.flatMap((piece) => piece.values),
    (value) => {
      buffer.value(value);
      return buffer.pos;
    },
  );
  return { bytes: buffer.take(), ...ends };
}

/** @param add - Adds a value that is not null. @returns the end of all bytes so far */
function entries<T>(
  values: readonly T[],
  add: (value: NonNullable<T>, row: number) => number,
): Pick<List, "ends" | "valid"> {
  const ends = new Uint32Array(values.length);
  const valid = new Uint8Array(values.length);
  let end = 0;
  values.forEach((value, row) => {
    if (value !== null && value !== undefined) {
      end = add(value, row);
      valid[row] = 1;
    }
    ends[row] = end;
  });
  return { ends, valid: valid.includes(0) ? valid : null };
}
