import type { Batch } from "../../core/blocks/batch.ts";
import { rowReader } from "../../core/blocks/row-reader.ts";
import type {
  Execution,
  ExecutionHead,
  FileRun,
  Page,
  PagedRun,
  PageForm,
  QueryRunner,
  ResultColumn,
  ResultTarget,
  RunOptions,
  StatementEngine,
} from "../contract/engine.ts";
import { MsgpackWriter } from "../../core/wire/msgpack-writer.ts";
import { rowsToJson } from "./pages/page-rows.ts";
import { BlocksEncoder } from "./blocks-encoder.ts";
import { ResultFile } from "./result-file.ts";
import { RowsEncoder } from "./rows-encoder.ts";

const PAGE_BYTES = 1 << 20;

/** Encodes the rows of statements in the process that reads them. */
export class EncodingEngine implements StatementEngine {
  readonly #runner: QueryRunner;

  constructor(runner: QueryRunner) {
    this.#runner = runner;
  }

  async toFile(sql: string, { path, form }: ResultTarget, options: RunOptions): Promise<FileRun> {
    // Opened first, so that a full disk leaves no statement open.
    const encoder = form === "blocks" ? new BlocksEncoder() : new RowsEncoder();
    const file = await ResultFile.open<Batch>(path, encoder);
    try {
      const { signal } = options;
      const execution = await this.#runner.run(sql, options);
      for await (const batch of execution.batches) {
        signal.throwIfAborted();
        await cooperativeTasks.run(() => file.write(batch));
      }
      // The rows of a query may have ended early; a statement that writes has committed.
      if (execution.updateType === undefined) signal.throwIfAborted();
      return { ...headOf(execution), ...(await file.finish()) };
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  async toPages(sql: string, form: PageForm, options: RunOptions): Promise<PagedRun> {
    const execution = await this.#runner.run(sql, options);
    return { ...headOf(execution), pages: pagesOf(execution, ENCODERS[form](execution.columns)) };
  }
}

function headOf({ batches: _batches, ...head }: Execution): ExecutionHead {
  return head;
}

/** Encodes a batch; `between` separates two batches. */
interface Encoder {
  readonly encode: (batch: Batch) => Uint8Array;
  readonly between: Uint8Array;
}

const ENCODERS: Readonly<Record<PageForm, (columns: readonly ResultColumn[]) => Encoder>> = {
  json: (columns) => jsonEncoder(columns, true),
  jsonInMilliseconds: (columns) => jsonEncoder(columns, false),
  maps: (columns) => ({ encode: (batch) => encodeMaps(columns, batch), between: new Uint8Array(0) }),
};

function jsonEncoder(columns: readonly ResultColumn[], parametricTimes: boolean): Encoder {
  const toJson = rowsToJson(columns, { parametricTimes });
  return { encode: (batch) => Buffer.from(toJson(batch)), between: Buffer.from(",") };
}

async function* pagesOf({ batches }: Execution, { encode, between }: Encoder): AsyncGenerator<Page> {
  let pieces: Uint8Array[] = [];
  let rowCount = 0;
  let length = 0;
  for await (const batch of batches) {
    if (batch.rowCount === 0) continue;
    const bytes = await cooperativeTasks.run(() => encode(batch));
    if (pieces.length > 0) pieces.push(between);
    pieces.push(bytes);
    length += bytes.length;
    rowCount += batch.rowCount;
    if (length < PAGE_BYTES) continue;
    yield { rowCount, bytes: Buffer.concat(pieces) };
    pieces = [];
    rowCount = 0;
    length = 0;
  }
  if (rowCount > 0) yield { rowCount, bytes: Buffer.concat(pieces) };
}

function encodeMaps(columns: readonly ResultColumn[], batch: Batch): Uint8Array {
  const out = new MsgpackWriter();
  const readers = batch.columns.map((column) => rowReader(column));
  for (let row = 0; row < batch.rowCount; row++) {
    out.mapHeader(columns.length);
    columns.forEach(({ name }, index) => {
      out.text(name);
      const value = readers[index]!(row);
      if (batch.columns[index]!.kind === "float" && typeof value === "number") out.float64(value);
      else out.value(value);
    });
  }
  return out.take();
}

/** Maximum work per turn of the event loop; further work waits for the next turn. */
const TURN_MS = 8;

/** Spreads many short tasks over turns of the event loop, so that requests are served in between. */
export class CooperativeTasks {
  #beganMs: number | null = null;

  async run<T>(work: () => T): Promise<Awaited<T>> {
    while (this.#beganMs !== null && performance.now() - this.#beganMs > TURN_MS)
      await new Promise((resolve) => setImmediate(resolve));
    if (this.#beganMs === null) {
      this.#beganMs = performance.now();
      // Runs before tasks that wait for the next turn.
      setImmediate(() => (this.#beganMs = null));
    }
    return await work();
  }
}

/** Shared by all work of this thread. */
const cooperativeTasks = new CooperativeTasks();
