import type { Stage } from "../storage.ts";
import { MsgpackFault } from "../msgpack/msgpack-reader.ts";
import { readPacked } from "../msgpack/read-packed.ts";
import { RecordBlock } from "./record-block.ts";
import { recordTime } from "./record-time.ts";

/** Records that go to the engine at once. */
const BLOCK_ROWS = 16_384;

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** What becomes of a record without a whole `time`: that time, or null where it is not taken in. */
  readonly timeOf: (record: ReadonlyMap<string, unknown>) => number | null;
}

/** Reads one gzip file of MessagePack maps into a stage. @returns how many records went in. @throws MsgpackFault */
export async function loadRecords(path: string, stage: Stage, options: LoadOptions): Promise<number> {
  let block = new RecordBlock();
  let loaded = 0;
  for await (const records of readPacked(path)) {
    options.signal?.throwIfAborted();
    for (const record of records) {
      if (!isRecord(record)) throw new MsgpackFault("Every record must be a map of column names and values.");
      const time = recordTime(record.get("time")) ?? options.timeOf(record);
      if (time === null) continue;
      block.add(record.get("time") === time ? record : new Map([...record, ["time", time]]));
      loaded++;
      if (block.rowCount < BLOCK_ROWS) continue;
      await stage.append(block);
      block = new RecordBlock();
    }
  }
  await stage.append(block);
  return loaded;
}

function isRecord(value: unknown): value is ReadonlyMap<string, unknown> {
  return value instanceof Map;
}
