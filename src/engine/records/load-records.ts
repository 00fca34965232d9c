// This folder: reads an uploaded file, records or column blocks, into blocks of one type per column, and sets refused records aside.

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { MAGIC } from "../../core/blocks/block-format.ts";
import { MsgpackFault, MsgpackReader } from "../msgpack/msgpack-reader.ts";
import { unpackFile } from "../msgpack/unpack-file.ts";
import { columnBlocks } from "./column-blocks.ts";
import type { ImportBlock } from "./import-type.ts";
import { RecordColumns } from "./record-columns.ts";

/** Unpacked bytes after which a block ends even if it has few records. */
const BLOCK_BYTES = 8 * 2 ** 20;

export interface LoadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time of a record without a whole `time`, or with a key that is no text; null refuses the record. */
  readonly timeOf: (record: () => ReadonlyMap<string, unknown>) => number | null;
  /** Receives blocks of some thousand rows. */
  readonly onBlock: (block: ImportBlock) => Promise<void>;
}

/** Reads a file of MessagePack maps or of column blocks. @returns the number of records loaded. @throws MsgpackFault */
export async function loadRecords(path: string, options: LoadOptions): Promise<number> {
  const { signal, timeOf, onBlock } = options;
  const reader = new MsgpackReader();
  let records = new RecordColumns();
  let bytes = 0;
  let loaded = 0;
  const take = async (block: ImportBlock): Promise<void> => {
    await onBlock(block);
    loaded += block.rowCount;
  };
  const endRecords = async (): Promise<void> => {
    if (records.rowCount > 0) await take(records);
    bytes = 0;
    records = new RecordColumns();
  };
  if (await beginsWithBlocks(path)) {
    for await (const block of columnBlocks(createReadStream(path, { highWaterMark: 1 << 20 }))) {
      signal?.throwIfAborted();
      await take(block);
    }
    return loaded;
  }
  for await (const piece of unpackFile(path)) {
    signal?.throwIfAborted();
    reader.push(piece);
    while (reader.nextRecord(records)) {
      const isWhole = !reader.isNameless;
      const time = (isWhole ? recordTime(reader.time) : null) ?? timeOf(() => reader.lastRecord());
      if (!isWhole && time !== null) throw new MsgpackFault("The keys of a record must be text.");
      if (time === null) records.drop();
      else records.add(time);
      if (records.isFull) await endRecords();
    }
    bytes += piece.length;
    if (bytes >= BLOCK_BYTES) await endRecords();
  }
  if (!reader.empty) throw new MsgpackFault("The file is cut off within a record.");
  await endRecords();
  return loaded;
}

async function beginsWithBlocks(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === MAGIC;
  } finally {
    await file.close();
  }
}

/** The `time` of a record in unix seconds: a number, rounded down, or digits; null otherwise. */
function recordTime(value: unknown): number | null {
  if (typeof value === "number" && Number.isSafeInteger(Math.floor(value))) return Math.floor(value);
  if (typeof value === "string" && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  return null;
}
