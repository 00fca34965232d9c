import { mkdirSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { GRID_FOLDER } from "../../magics/display/grid/grid-file.ts";
import { removeAllSync } from "../../system/system.ts";
import type { Content } from "../wire/message.ts";

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

/** Copies of displayed tables for grids: the real kernel writes them to files, a thread of this process reads them. */
export class Grids {
  #worker: Worker | undefined;
  #next = 0;
  #isOpen = false;
  readonly #waiting = new Map<number, PendingGridRequest>();

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

  /** Sends a request to the thread that reads the copies; see grid-thread.ts. */
  ask(params: Content): Promise<unknown> {
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, params });
    });
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
