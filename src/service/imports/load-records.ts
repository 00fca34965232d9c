import { MsgpackFault, MsgpackReader } from "../msgpack/msgpack-reader.ts";
import { unpackFile } from "../msgpack/unpack-file.ts";
import { RecordColumns } from "./record-columns.ts";
import { recordTime } from "./record-time.ts";

/** Unpacked bytes after which a block ends even if it has few records. */
const BLOCK_BYTES = 8 * 2 ** 20;

export interface LoadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time of a record without a whole `time`; null refuses the record. */
  readonly timeOf: (record: () => ReadonlyMap<string, unknown>) => number | null;
  /** Receives blocks of some thousand records. */
  readonly onBlock: (block: RecordColumns) => Promise<void>;
}

/** Reads a gzip file of MessagePack maps. @returns the number of records loaded. @throws MsgpackFault */
export async function loadRecords(path: string, options: LoadOptions): Promise<number> {
  const { signal, timeOf, onBlock } = options;
  const reader = new MsgpackReader();
  let block = new RecordColumns();
  let bytes = 0;
  let loaded = 0;
  const end = async (): Promise<void> => {
    const { rowCount } = block;
    if (rowCount === 0) return;
    await onBlock(block);
    loaded += rowCount;
    bytes = 0;
    block = new RecordColumns();
  };
  for await (const piece of unpackFile(path)) {
    signal?.throwIfAborted();
    reader.push(piece);
    while (reader.nextRecord(block)) {
      const time = recordTime(reader.time) ?? timeOf(() => reader.lastRecord());
      if (time === null) block.drop();
      else block.add(time);
      if (block.isFull) await end();
    }
    bytes += piece.length;
    if (bytes >= BLOCK_BYTES) await end();
  }
  if (!reader.empty) throw new MsgpackFault("The file ends within a record.");
  await end();
  return loaded;
}
