import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";
import { MsgpackFault } from "../msgpack/msgpack-reader.ts";
import { readPacked } from "../msgpack/read-packed.ts";
import { unpackFile } from "../msgpack/unpack-file.ts";
import type { ARROW_FORMAT } from "../../core/wire/arrow-type.ts";
import type { ResultColumn, ResultTarget } from "../contract/engine.ts";
import { arrowPieces } from "./arrow-pieces.ts";
import { openBlocks } from "./open-blocks.ts";
import { DamagedResultError } from "./damaged-result.ts";
import { ResultFile } from "./result-file.ts";
import { RowsEncoder } from "./rows-encoder.ts";
import { TEXT_FORMATS, type TextFormat, type TextFormatName } from "./text-formats.ts";

/** Converts result files to other forms. */
export interface ResultEncoder {
  /** Rewrites a file of column blocks in the public form, atomically. */
  rewrite(blocks: string, target: string): Promise<void>;
  /**
   * Encodes a file of the public form in another one; to Arrow also a file of column blocks.
   *
   * @param options - `header`: column names as a first row; without effect on Arrow, which always has them.
   */
  encode(
    result: ResultTarget,
    format: "msgpack" | typeof ARROW_FORMAT | TextFormatName,
    options: { readonly columns: readonly ResultColumn[]; readonly header: boolean },
  ): Promise<{ readonly pieces: AsyncIterable<Uint8Array> }>;
}

/** Characters per chunk, because a chunk per row would cost more than the row. */
const PIECE_LENGTH = 1 << 18;

export const resultEncoder: ResultEncoder = {
  async rewrite(blocks, target) {
    const file = await ResultFile.open(target, new RowsEncoder());
    try {
      for await (const batch of openBlocks(blocks)) await file.write(batch);
      await file.finish();
    } catch (error) {
      await file.discard();
      throw error;
    }
  },
  encode: (result, format, options) => Promise.resolve({ pieces: encoded(result, format, options) }),
};

async function* encoded(
  ...[result, format, options]: Parameters<ResultEncoder["encode"]>
): AsyncGenerator<Uint8Array> {
  const { path } = result;
  const names = options.header ? options.columns.map(({ name }) => name) : null;
  try {
    if (format === "arrow") yield* arrowPieces(result, options.columns);
    else if (format === "msgpack") {
      if (names !== null) yield headerRow(names);
      yield* unpackFile(path);
    } else yield* textPieces(path, TEXT_FORMATS[format], names);
  } catch (error) {
    // Invalid gzip data or values are damage: the file was valid when it was written.
    throw error instanceof MsgpackFault ? new DamagedResultError(error.message, { cause: error }) : error;
  }
}

function headerRow(names: readonly string[]): Buffer {
  const buffer = new MsgpackWriter(1024);
  buffer.value(names);
  return buffer.take();
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
