import type { ImportNotes } from "../cluster/routed-storage.ts";
import type { EmbeddedTables, Runners } from "../embedded/embedded-engine.ts";
import type { Batch, Execution, QueryRunner, RunOptions, TableColumn } from "../engine.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Stage } from "../storage.ts";
import type { CallOptions, CalledStream } from "./call-port.ts";
import type { SentBlock, SentExecution, SentRunOptions } from "./engine-handlers.ts";
import { STORAGE_CALLS } from "./engine-handlers.ts";
import { unpackBatch, type WireBatch } from "./wire-batch.ts";

/** Calls the engine, wherever it is. */
export interface EngineCalls {
  call(name: string, args: readonly unknown[], options?: CallOptions): Promise<unknown>;
  callStream(name: string, args: readonly unknown[], options?: CallOptions): Promise<CalledStream>;
}

/** Runners whose statements run behind the calls. */
export function calledRunners(calls: EngineCalls): Runners {
  return { presto: calledRunner(calls, "presto"), hive: calledRunner(calls, "hive") };
}

function calledRunner(calls: EngineCalls, runner: Dialect): QueryRunner {
  return {
    async run(sql: string, options: RunOptions): Promise<Execution> {
      const { signal, onProgress, ...rest } = options;
      signal.throwIfAborted();
      const sent: SentRunOptions = { ...rest, progress: onProgress !== undefined };
      // A stop is known here by its own reason, which the other side has only heard of.
      const reason = (error: unknown): unknown => (signal.aborted ? signal.reason : error);
      try {
        const { value, items } = await calls.callStream("run", [runner, sql, sent], {
          signal,
          ...(onProgress ? { onNews: onProgress as (value: unknown) => void } : {}),
        });
        return { ...(value as SentExecution), batches: readBatches(items, reason) };
      } catch (error) {
        throw reason(error);
      }
    },
  };
}

function readBatches(
  items: AsyncIterable<unknown>,
  reason: (error: unknown) => unknown,
): AsyncIterable<Batch> {
  const source = items[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<Batch>> {
        try {
          const next = (await source.next()) as IteratorResult<WireBatch, undefined>;
          return next.done ? next : { done: false, value: unpackBatch(next.value) };
        } catch (error) {
          throw reason(error);
        }
      },
      async return(): Promise<IteratorResult<Batch>> {
        await source.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}

/** The catalogue behind the calls. */
export function calledStorage(calls: EngineCalls): EmbeddedTables {
  const plain = Object.fromEntries(
    STORAGE_CALLS.map((name) => [name, (...args: unknown[]) => calls.call(name, args)]),
  ) as unknown as Omit<EmbeddedTables, "loadStage">;
  return { ...plain, loadStage: (id, load) => loadStage(calls, id, load) };
}

async function loadStage<T>(calls: EngineCalls, id: string, load: (stage: Stage) => Promise<T>): Promise<T> {
  const handle = await calls.call("openStage", [id]);
  let result: T;
  try {
    result = await load({
      append: async ({ rowCount, columns }) => {
        await calls.call("appendToStage", [handle, { rowCount, columns } satisfies SentBlock]);
      },
    });
  } catch (error) {
    // What failed is told; that its rows could not be dropped either is the engine's end, and they end with it.
    await calls.call("closeStage", [handle, false]).catch(() => undefined);
    throw error;
  }
  await calls.call("closeStage", [handle, true]);
  return result;
}

export async function calledImportNotes(calls: EngineCalls): Promise<ImportNotes> {
  await calls.call("openImportNotes", []);
  return {
    async readStage(id) {
      const columns = (await calls.call("stageColumns", [id])) as readonly TableColumn[];
      return { columns, batches: () => stageRows(calls, id) };
    },
    isLoaded: async (...args) => (await calls.call("isLoaded", args)) as boolean,
    noteLoaded: async (...args) => void (await calls.call("noteLoaded", args)),
  };
}

async function* stageRows(calls: EngineCalls, id: string): AsyncGenerator<Batch> {
  const { items } = await calls.callStream("stageRows", [id]);
  for await (const item of items) yield unpackBatch(item as WireBatch);
}
