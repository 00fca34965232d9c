import { MsgpackFault, MsgpackReader } from "../msgpack/msgpack-reader.ts";
import { unpackFile } from "../msgpack/unpack-file.ts";
import { RecordBlock } from "./record-block.ts";
import { recordTime } from "./record-time.ts";

/** Records that go to the engine at once. */
const BLOCK_ROWS = 8192;

/** Takes records in, block by block; every one has a whole `time`. */
export interface BlockSink {
  append(block: RecordBlock): Promise<void>;
}

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** What becomes of a record without a whole `time`: that time, or null where it is not taken in. */
  readonly timeOf: (record: () => ReadonlyMap<string, unknown>) => number | null;
}

/** Reads one gzip file of MessagePack maps into a stage. @returns how many records went in. @throws MsgpackFault */
export async function loadRecords(path: string, stage: BlockSink, options: LoadOptions): Promise<number> {
  const { signal, timeOf } = options;
  const reader = new MsgpackReader();
  const { keys, values, floats } = reader;
  let block = new RecordBlock();
  let loaded = 0;
  for await (const piece of unpackFile(path)) {
    signal?.throwIfAborted();
    reader.push(piece);
    for (let size = reader.nextRecord(); size >= 0; size = reader.nextRecord()) {
      let at = size - 1;
      while (at >= 0 && keys[at] !== "time") at--;
      const time = recordTime(values[at]) ?? timeOf(() => recordMap(keys, values, size));
      if (time === null) continue;
      if (at < 0) keys[(at = size++)] = "time";
      values[at] = time;
      floats[at] = false;
      block.add(keys, values, size, floats);
      loaded++;
      if (block.rowCount < BLOCK_ROWS) continue;
      await stage.append(block);
      block = new RecordBlock();
    }
  }
  if (!reader.empty) throw new MsgpackFault("The file ends within a record.");
  await stage.append(block);
  return loaded;
}

function recordMap(keys: readonly string[], values: readonly unknown[], size: number): Map<string, unknown> {
  return new Map(keys.slice(0, size).map((key, index) => [key, values[index]]));
}
