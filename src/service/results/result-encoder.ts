import { MsgpackBuffer } from "../msgpack/msgpack-buffer.ts";
import { MsgpackFault } from "../msgpack/msgpack-reader.ts";
import { readPacked } from "../msgpack/read-packed.ts";
import { unpackFile } from "../msgpack/unpack-file.ts";
import { openBlocks } from "./blocks/open-blocks.ts";
import { DamagedResultError } from "./damaged-result.ts";
import { ResultWriter } from "./result-writer.ts";
import { TEXT_FORMATS, type TextFormat, type TextFormatName } from "./text-formats.ts";

/** Turns result files into other forms. */
export interface ResultEncoder {
  /** Writes the rows of a file of column blocks as a file of the public form, which is there whole or not at all. */
  rewrite(blocks: string, target: string): Promise<void>;
  /**
   * The rows of a file of the public form in another one.
   *
   * @param names - Of the columns, as a first row; null: none.
   */
  encode(
    path: string,
    format: EncodedFormat,
    names: readonly string[] | null,
  ): Promise<{ readonly pieces: AsyncIterable<Uint8Array> }>;
}

type EncodedFormat = "msgpack" | TextFormatName;

/** Characters collected before they are sent on: a piece per row would cost more than the row. */
const PIECE_LENGTH = 1 << 18;

export const resultEncoder: ResultEncoder = {
  async rewrite(blocks, target) {
    const writer = await ResultWriter.open(target);
    try {
      for await (const batch of openBlocks(blocks)) await writer.write(batch);
      await writer.finish();
    } catch (error) {
      await writer.discard();
      throw error;
    }
  },
  encode(path, format, names) {
    const pieces =
      format === "msgpack"
        ? withFirst(names === null ? null : headerRow(names), unpackFile(path))
        : textPieces(path, TEXT_FORMATS[format], names);
    return Promise.resolve({ pieces: undamaged(pieces) });
  },
};

/** What is wrong with a file's gzip data or values is a damage of it: it was whole when it was written. */
async function* undamaged(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw error instanceof MsgpackFault ? new DamagedResultError(error.message, { cause: error }) : error;
  }
}

function headerRow(names: readonly string[]): Buffer {
  const buffer = new MsgpackBuffer(1024);
  buffer.value(names);
  return buffer.take();
}

async function* withFirst(
  first: Uint8Array | null,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first) yield first;
  yield* rest;
}

async function* textPieces(
  path: string,
  format: TextFormat,
  names: readonly string[] | null,
): AsyncGenerator<Uint8Array> {
  let text = names === null ? "" : format.line(names);
  for await (const rows of readPacked(path)) {
    for (const row of rows) {
      text += format.line(row as unknown[]);
      if (text.length < PIECE_LENGTH) continue;
      yield Buffer.from(text);
      text = "";
    }
  }
  if (text !== "") yield Buffer.from(text);
}
