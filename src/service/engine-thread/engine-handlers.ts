import type { ImportNotes } from "../cluster/routed-storage.ts";
import type { EmbeddedEngine } from "../embedded/embedded-engine.ts";
import type { Batch, Execution, RunOptions, TableColumn } from "../engine.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { RecordBlock } from "../imports/record-block.ts";
import type { Stage } from "../storage.ts";
import { Streamed, type Handler } from "./serve-calls.ts";
import { batchMemory, packBatch, type WireBatch } from "./wire-batch.ts";

/** What of the options of a run can be sent; the rest are signals and news. */
export type SentRunOptions = Omit<RunOptions, "signal" | "onProgress"> & { readonly progress: boolean };

/** What a run gives before its rows. */
export type SentExecution = Omit<Execution, "batches">;

/** A block of records as it is sent: classes lose their methods on the way. */
export interface SentBlock {
  readonly rowCount: number;
  readonly columns: RecordBlock["columns"];
}

/** Methods of the catalogue that take and give plain values. */
export const STORAGE_CALLS = [
  "listDatabases",
  "hasDatabase",
  "createDatabase",
  "deleteDatabase",
  "listTables",
  "showTable",
  "createTable",
  "deleteTable",
  "swapTables",
  "renameTable",
  "moveTable",
  "updateSchema",
  "setExpireDays",
  "refresh",
  "findTable",
  "hasStage",
  "commitStage",
  "dropStage",
  "keepStages",
  "expireRows",
  "forgetImports",
] as const;

interface OpenStage {
  readonly stage: Stage;
  readonly end: (keep: boolean) => void;
  readonly loaded: Promise<void>;
}

class Dropped extends Error {
  override readonly name = "Dropped";
}

/** The calls that the engine's thread answers. */
export function engineHandlers(engine: EmbeddedEngine): Record<string, Handler> {
  const { storage, runners } = engine;
  const stages = new Map<number, OpenStage>();
  let stageCount = 0;
  let notes: Promise<ImportNotes> | null = null;
  const importNotes = (): Promise<ImportNotes> => (notes ??= engine.openImportNotes());

  const handlers: Record<string, Handler> = {
    async run({ signal, news }, dialect: Dialect, sql: string, sent: SentRunOptions) {
      const { progress, ...options } = sent;
      const execution = await runners[dialect].run(sql, {
        ...options,
        signal,
        ...(progress ? { onProgress: news } : {}),
      });
      const { batches, ...head } = execution;
      return new Streamed(head satisfies SentExecution, packAll(batches), batchMemory);
    },
    openStage(_context, id: string) {
      return new Promise<number>((resolve, reject) => {
        const loaded = storage.loadStage(
          id,
          (stage) =>
            new Promise<void>((keep, drop) => {
              const handle = ++stageCount;
              const end = (keeping: boolean): void => (keeping ? keep() : drop(new Dropped()));
              stages.set(handle, { stage, end, loaded });
              resolve(handle);
            }),
        );
        loaded.catch(reject);
      });
    },
    async appendToStage(_context, handle: number, { rowCount, columns }: SentBlock) {
      const block = new RecordBlock();
      block.columns.push(...columns);
      block.rowCount = rowCount;
      await found(stages, handle).stage.append(block);
    },
    async closeStage(_context, handle: number, keep: boolean) {
      const { end, loaded } = found(stages, handle);
      stages.delete(handle);
      end(keep);
      await loaded.catch((error: unknown) => {
        if (!(error instanceof Dropped)) throw error;
      });
    },
    async stageColumns(_context, id: string): Promise<readonly TableColumn[]> {
      return (await (await importNotes()).readStage(id)).columns;
    },
    async stageRows(_context, id: string) {
      const rows = await (await importNotes()).readStage(id);
      return new Streamed(null, packAll(rows.batches()), batchMemory);
    },
    openImportNotes: async () => void (await importNotes()),
    isLoaded: async (_context, database: string, table: string, id: string) =>
      (await importNotes()).isLoaded(database, table, id),
    noteLoaded: async (_context, database: string, table: string, id: string) =>
      (await importNotes()).noteLoaded(database, table, id),
    close: () => engine.close(),
  };
  const methods = storage as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of STORAGE_CALLS) handlers[name] = (_context, ...args) => methods[name]!(...args);
  return handlers;
}

async function* packAll(batches: AsyncIterable<Batch>): AsyncGenerator<WireBatch> {
  for await (const batch of batches) yield packBatch(batch);
}

function found(stages: ReadonlyMap<number, OpenStage>, handle: number): OpenStage {
  const stage = stages.get(handle);
  if (!stage)
    throw new Error("The rows of this import are gone: the engine was started again; import them again.");
  return stage;
}
