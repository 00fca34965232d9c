import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { GRID_FOLDER, GRID_NAME } from "../../magics/display/grid/grid-file.ts";
import { removeAllSync } from "../../system/system.ts";
import { textField, type Content } from "../wire/message.ts";

interface PendingGridRequest {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface GridReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

const YOUNG_MB = 8;
/** The real kernel copies a table after a cell that blocks it; the frontend asks again meanwhile. */
const COPY_WAIT_MS = 20_000;

/** Copies of displayed tables for grids: when a frontend asks, the real kernel writes one to files, and a thread of this process reads it. */
export class Grids {
  readonly #copy: (grid: string) => Promise<void>;
  readonly #copying = new Map<string, Promise<void>>();
  #worker: Worker | undefined;
  #next = 0;
  #isOpen = false;
  readonly #waiting = new Map<number, PendingGridRequest>();

  /** @param copy - Lets the real kernel copy a displayed table. */
  constructor(copy: (grid: string) => Promise<void>) {
    this.#copy = copy;
  }

  /** Enables copies of displayed tables. @returns whether that is possible. */
  open(): boolean {
    const folder = process.env[GRID_FOLDER];
    if (this.#isOpen || folder === undefined) return this.#isOpen;
    try {
      mkdirSync(folder, { mode: 0o700 });
      return (this.#isOpen = true);
    } catch {
      // No folder for temporary files: tables are displayed without a grid.
      return false;
    }
  }

  /** Sends a request to the thread that reads the copies; see grid-thread.ts. @returns also null, to be asked again, while a table is copied */
  async ask(params: Content): Promise<unknown> {
    if (!(await this.#isCopied(textField(params, "grid")))) return null;
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, params });
    });
  }

  /** Whether the rows of a displayed table are copied; false while that goes on. @throws Error if they can't be */
  async #isCopied(grid: string): Promise<boolean> {
    const folder = process.env[GRID_FOLDER];
    if (!GRID_NAME.test(grid) || folder === undefined) return true;
    let copying = this.#copying.get(grid);
    if (copying === undefined) {
      if (existsSync(join(folder, grid))) return true;
      copying = this.#copy(grid).finally(() => this.#copying.delete(grid));
      this.#copying.set(grid, copying);
    }
    const waits = new AbortController();
    const wait = sleep(COPY_WAIT_MS, false, { ref: false, signal: waits.signal });
    wait.catch(() => undefined);
    return Promise.race([copying.then(() => true), wait]).finally(() => waits.abort());
  }

  /** Stops the thread and deletes the copies. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
    const folder = process.env[GRID_FOLDER];
    if (this.#isOpen && folder !== undefined) removeAllSync(folder);
    this.#isOpen = false;
  }

  #start(): Worker {
    const worker = new Worker(new URL("./grid-thread.js", import.meta.url), {
      workerData: process.env[GRID_FOLDER],
      // Pages and columns are short-lived: with a small young generation less garbage stays in memory.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.unref();
    worker.on("message", ({ id, result, error }: GridReply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    const failed = (error: Error): void => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on("error", failed);
    worker.on("exit", () =>
      failed(new Error("the thread that reads tables has exited; show the table again")),
    );
    return worker;
  }
}
