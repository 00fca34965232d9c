import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { removeFile } from "../../system/system.ts";
import type { Stages, Storage } from "../../engine/contract/storage.ts";
import { receiveFile } from "./receive-file.ts";

export interface StreamImportDeps {
  readonly storage: Storage;
  readonly stages: Stages;
  /** Folder for the body until it is loaded. */
  readonly uploads: string;
  readonly clock: () => number;
}

/**
 * Loads the records of a request's body into a table, all or none; records without a whole `time` get the time of
 * arrival.
 * @param importId - Idempotency key: a body with a known id is not loaded again.
 * @returns the elapsed seconds.
 */
export async function streamImport(
  { storage, stages, uploads, clock }: StreamImportDeps,
  target: { readonly database: string; readonly table: string; readonly importId: string | null },
  request: Request,
): Promise<number> {
  const { database, table, importId } = target;
  const startedMs = performance.now();
  await storage.findTable(database, table);
  const id = `stream-${randomUUID()}`;
  const path = join(uploads, id);
  try {
    await receiveFile(request, path);
    const arrival = Math.floor(clock() / 1000);
    const { signal } = request;
    await stages.load(id, { files: [{ path, part: null }], arrival, refusedPath: null }, { signal });
    await storage.commitStage(id, database, table, importId ?? id);
  } catch (error) {
    // The import's own error matters more; a stage that is left is dropped at the next start.
    await stages.drop(id).catch(() => undefined);
    throw error;
  } finally {
    await removeFile(path);
  }
  return (performance.now() - startedMs) / 1000;
}
