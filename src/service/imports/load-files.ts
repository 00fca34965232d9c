import { Fault } from "../errors/fault.ts";
import { MsgpackFault } from "../msgpack/msgpack-reader.ts";
import type { StageLoad, StageLoaded } from "../engine/storage.ts";
import { ErrorRecords } from "./error-records.ts";
import { loadRecords, type BlockSink } from "./load-records.ts";

/** Reads uploaded files into a stage. @throws Fault for a file that can't be read; the refused records are written even so. */
export async function loadFiles(
  { files, arrival, refusedPath }: StageLoad,
  stage: BlockSink,
  signal: AbortSignal | undefined,
): Promise<StageLoaded> {
  const refused = new ErrorRecords();
  const timeOf = (record: () => ReadonlyMap<string, unknown>): number | null => {
    if (arrival === null) refused.add(record());
    return arrival;
  };
  let records = 0;
  try {
    for (const { path, part } of files) {
      try {
        records += await loadRecords(path, stage, { timeOf, ...(signal ? { signal } : {}) });
      } catch (error) {
        if (!(error instanceof MsgpackFault)) throw error;
        throw part === null
          ? new Fault("bad_request", `The import can't be read: ${error.message}`)
          : new Fault("invalid", `The part ${JSON.stringify(part)} can't be read: ${error.message}`);
      }
    }
  } finally {
    if (refusedPath !== null) await refused.write(refusedPath);
  }
  return { records, refused: refused.count };
}
