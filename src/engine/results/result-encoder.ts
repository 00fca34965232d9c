// This folder: the forms of a result: blocks, the public rows, JSON, CSV, Arrow; a result file is written whole or not at all.

import { createReadStream } from "node:fs";
import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";
import { MsgpackFault, MsgpackReader } from "../msgpack/msgpack-reader.ts";
import { readPacked, unpackFile } from "../msgpack/unpack-file.ts";
import type { Batch } from "../../core/blocks/batch.ts";
import type { ByteList, ColumnData } from "../../core/blocks/column-data.ts";
import type { ResultColumn } from "../contract/engine.ts";
import { DamagedResultError } from "../errors/fault.ts";
import { ResultFile, type FormEncoder, type OnWritten } from "./result-file.ts";
import { RowsEncoder } from "./rows-encoder.ts";
import { TEXT_FORMATS, type TextFormat, type TextFormatName } from "./text-formats.ts";
import { ColumnReader } from "../../core/blocks/decode-columns.ts";
import { readBlocks } from "../../core/blocks/read-blocks.ts";

/** A result file to read: of column blocks, or of the public form. */
interface ResultSource {
  readonly path: string;
  readonly form: string;
}

export interface ArrowStream {
  readonly columns: readonly ResultColumn[];
  readonly zstd: boolean;
  readonly onWritten?: OnWritten;
}

/** Converts result files to other forms. */
export interface ResultEncoder {
  /** Rewrites a result file, atomically: in the public form, or as an Arrow stream. @throws ArrowValueError */
  rewrite(source: ResultSource, target: string, arrow: ArrowStream | null): Promise<void>;
  /**
   * Encodes a file of the public form in another one.
   *
   * @param options - `header`: column names as a first row.
   */
  encode(
    path: string,
    format: "msgpack" | TextFormatName,
    options: { readonly columns: readonly ResultColumn[]; readonly header: boolean },
  ): Promise<{ readonly pieces: AsyncIterable<Uint8Array> }>;
}

/** Characters per chunk, because a chunk per row would cost more than the row. */
const PIECE_LENGTH = 1 << 18;

export const resultEncoder: ResultEncoder = {
  async rewrite({ path, form }, target, stream) {
    const file = await ResultFile.open<Batch>(
      target,
      stream === null ? new RowsEncoder() : await arrow(stream),
      stream?.onWritten,
    );
    try {
      const batches = form === "blocks" ? openBlocks(path) : packedBatches(path, stream?.columns.length ?? 0);
      for await (const batch of batches) await file.write(batch);
      await file.finish();
    } catch (error) {
      await file.discard();
      throw error;
    }
  },
  encode: (path, format, options) => Promise.resolve({ pieces: encoded(path, format, options) }),
};

/** A batch of Arrow for each block. Loaded when used: few results are read as Arrow. */
async function arrow({ columns, zstd }: ArrowStream): Promise<FormEncoder<Batch>> {
  const { ArrowEncoder } = await import("../../core/wire/arrow/arrow-encoder.ts");
  const encoder = new ArrowEncoder(columns, { times: true, zstd, packed });
  return {
    beginning: encoder.beginning,
    add: (batch) => [Promise.resolve(encoder.pieces(batch))],
    rest: () => [],
    end: () => encoder.end,
  };
}

function packed({ bytes, offsets }: ByteList): (row: number) => unknown {
  const reader = new MsgpackReader();
  return (row) => {
    reader.push(bytes.subarray(offsets[row], offsets[row + 1]));
    return reader.next();
  };
}

/** The rows of a file of the public form, in columns. */
async function* packedBatches(path: string, width: number): AsyncGenerator<Batch> {
  try {
    for await (const rows of readPacked(path)) {
      const columns = Array.from({ length: width }, (_, c): ColumnData => ({
        kind: "other",
        values: rows.map((row) => (row as unknown[])[c]),
      }));
      yield { rowCount: rows.length, columns };
    }
  } catch (error) {
    throw damage(error);
  }
}

/** Invalid gzip data or values are damage: the file was valid when it was written. */
const damage = (error: unknown): unknown =>
  error instanceof MsgpackFault ? new DamagedResultError(error.message, { cause: error }) : error;

async function* encoded(
  ...[path, format, options]: Parameters<ResultEncoder["encode"]>
): AsyncGenerator<Uint8Array> {
  const names = options.header ? options.columns.map(({ name }) => name) : null;
  try {
    if (format === "msgpack") {
      if (names !== null) yield headerRow(names);
      yield* unpackFile(path);
    } else yield* textPieces(path, TEXT_FORMATS[format], names);
  } catch (error) {
    throw damage(error);
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

/** Reads a file of column blocks, one block at a time. @throws DamagedResultError when it is truncated or corrupt. */
async function* openBlocks(path: string): AsyncGenerator<Batch> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    for await (const { rows, bytes } of readBlocks(file)) {
      yield { rowCount: rows, columns: new ColumnReader(bytes, rows).rest() };
    }
    if (file.bytesRead === 0) throw new DamagedResultError(`The result file ${path} is empty.`);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "DecodeError") throw error;
    throw new DamagedResultError(`The result file ${path} can't be read: ${error.message}`, { cause: error });
  }
}
