import { MsgpackWriter } from "../wire/msgpack-writer.ts";
import type { Batch } from "./batch.ts";
import { BlockWriter, type ColumnHead } from "./block-writer.ts";
import { rowCountOf, type ColumnData, type DataOf } from "./column-data.ts";
import { encodeFloats, encodeIntegers } from "./encode-numbers.ts";
import { encodeTexts, writeList, type TextData } from "./encode-texts.ts";

/** Encodes the columns of several batches, one after the other, as one block. @param batches - With columns of the same {@link dataKind}. */
export function encodeBlock(batches: readonly Batch[], out = new BlockWriter()): Uint8Array<ArrayBuffer> {
  const width = batches[0]?.columns.length ?? 0;
  for (let c = 0; c < width; c++)
    encodeColumn(
      batches.map(({ columns }) => columns[c] as ColumnData),
      out,
    );
  return out.take();
}

/** What pieces of one column must have in common. */
export function dataKind({ kind }: ColumnData): "integer" | "float" | "boolean" | "text" | "value" {
  switch (kind) {
    case "int64":
      return "integer";
    case "utf8":
    case "coded":
      return "text";
    case "packed":
    case "other":
      return "value";
    default:
      return kind;
  }
}

/** Encodes a column given in pieces of one {@link dataKind}. */
export function encodeColumn(pieces: readonly ColumnData[], out: BlockWriter): void {
  out.column(() => columnParts(pieces, out));
}

function columnParts(pieces: readonly ColumnData[], out: BlockWriter): ColumnHead {
  switch (pieces[0] && dataKind(pieces[0])) {
    case "integer":
      return encodeIntegers(pieces as readonly DataOf<"int64" | "integer" | "float">[], out);
    case "float":
      return encodeFloats(pieces as readonly DataOf<"integer" | "float">[], out);
    case "boolean":
      return encodeBooleans(pieces as readonly DataOf<"boolean">[], out);
    case "text":
      return encodeTexts(pieces as readonly TextData[], out);
    default:
      return writeList(
        "value",
        pieces.map((piece) => (piece.kind === "packed" ? piece : packed(piece as DataOf<"other">))),
        out,
      );
  }
}

function encodeBooleans(pieces: readonly DataOf<"boolean">[], out: BlockWriter): ColumnHead {
  const codes = out.part(
    Uint8Array,
    pieces.reduce((sum, piece) => sum + rowCountOf(piece), 0),
  );
  let row = 0;
  for (const piece of pieces) {
    codes.set(piece.codes, row);
    row += piece.codes.length;
  }
  return { kind: "boolean", form: "codes" };
}

/** Each value as MessagePack, as in the public form. */
function packed({ values }: DataOf<"other">): DataOf<"packed"> {
  const buffer = new MsgpackWriter(1 << 12);
  const offsets = new Uint32Array(values.length + 1);
  const nulls = new Uint8Array(values.length);
  values.forEach((value, row) => {
    if (value === null || value === undefined) nulls[row] = 1;
    else buffer.value(value);
    offsets[row + 1] = buffer.pos;
  });
  return { kind: "packed", bytes: buffer.take(), offsets, nulls: nulls.includes(1) ? nulls : null };
}
