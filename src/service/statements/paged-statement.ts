import { randomBytes } from "node:crypto";
import { SqlError } from "../../dialect/sql-error.ts";
import type { PagedRun, ResultColumn } from "../../engine/contract/engine.ts";
import type { QueuedRun } from "../jobs/queued-run.ts";
import type { Claim } from "../limits/byte-account.ts";
import type { AnswerForm } from "../../engine/results/pages/column-json.ts";
import type { StatementErrorJson } from "./run-fault.ts";

/** Maximum bytes buffered ahead of the client; beyond that the engine waits. */
const AHEAD_LENGTH = 8 << 20;

/** A warning for the client; the statement did not fail. */
export interface StatementWarning {
  readonly warningCode: { readonly code: number; readonly name: string };
  readonly message: string;
}

export type StatementState = "QUEUED" | "RUNNING" | "FINISHED" | "FAILED";

/** A statement on its way: buffers the engine's pages until the client fetches them. */
export class PagedStatement {
  readonly id: string;
  /** Secret part of the page URLs: without it the pages can't be read. */
  readonly slug = randomBytes(16).toString("hex");
  readonly createdAtMs: number;
  readonly userName: string;
  readonly form: AnswerForm;
  readonly run: QueuedRun<void>;
  /** What it takes of the service's memory: its texts until it has ended, and rows. */
  readonly memory: Claim;
  /** Response headers that carry session changes to the client. */
  readonly sessionHeaders: Record<string, string> = {};
  readonly warnings: StatementWarning[] = [];
  state: StatementState = "QUEUED";
  columns: readonly ResultColumn[] | null = null;
  error: StatementErrorJson | null = null;
  updateType: string | null = null;
  updateCount: number | null = null;
  rowCount = 0;
  lastAskedMs: number;
  endedAtMs: number | null = null;
  readonly #pages: Uint8Array[] = [];
  #aheadLength = 0;
  #takenLength = 0;
  readonly #waiting = new Set<() => void>();
  #onDrained: (() => void) | null = null;

  /** @param run - Creates the run. */
  constructor(
    {
      id,
      nowMs,
      userName,
      form,
      memory,
    }: { id: string; nowMs: number; userName: string; form: AnswerForm; memory: Claim },
    run: (statement: PagedStatement) => QueuedRun<void>,
  ) {
    this.memory = memory;
    this.id = id;
    this.createdAtMs = nowMs;
    this.userName = userName;
    this.form = form;
    this.lastAskedMs = nowMs;
    this.run = run(this);
  }

  get isOver(): boolean {
    return this.state === "FINISHED" || this.state === "FAILED";
  }

  /** Bytes of rows held: unfetched pages, and the newest fetched one, which the client may lose. */
  get heldLength(): number {
    return this.#aheadLength + this.#takenLength;
  }

  /** To be called once it has ended: calls back when all pages were fetched. */
  whenDrained(drained: () => void): void {
    if (this.drained) drained();
    else this.#onDrained = drained;
  }

  /** Whether all pages were fetched. */
  get drained(): boolean {
    return this.#pages.length === 0;
  }

  /** Buffers all pages, with backpressure from the client. */
  async read({ columns, updateType, updateCount, pages }: PagedRun): Promise<void> {
    // A statement that changes rows has their number as its result, on every page.
    const changed = updateType === undefined ? undefined : updateCount;
    this.columns = changed === undefined ? columns : [{ name: "rows", type: "bigint" }];
    this.updateType = updateType ?? null;
    this.updateCount = updateCount ?? null;
    this.#notify();
    for await (const { rowCount, bytes } of pages) {
      this.run.signal.throwIfAborted();
      if (updateType === undefined && this.memory.isTooMuch(bytes.length))
        throw new SqlError(
          "EXCEEDED_LIMIT",
          `rows of ${Math.ceil(bytes.length / 2 ** 20)} MiB find no room beside your unread replies; read those, or select shorter values`,
        );
      this.rowCount += rowCount;
      this.#put(bytes);
      while (this.#isAhead && !this.run.signal.aborted) await this.changed(1000);
    }
    // The rows of a query that is stopped may have ended early; a statement that writes has committed.
    if (updateType === undefined) this.run.signal.throwIfAborted();
    if (changed !== undefined) this.#put(Buffer.from(`[${changed}]`));
  }

  get #isAhead(): boolean {
    return this.#aheadLength > (this.memory.isFull ? 0 : AHEAD_LENGTH);
  }

  end(state: "FINISHED" | "FAILED", nowMs: number, error: StatementErrorJson | null = null): void {
    this.state = state;
    this.endedAtMs = nowMs;
    this.error = error;
    this.#notify();
  }

  /** JSON of the next rows; null if none are ready. */
  takePage(): Uint8Array | null {
    const page = this.#pages.shift();
    if (page === undefined) return null;
    this.#aheadLength -= page.length;
    this.memory.set(this.memory.bytes - this.#takenLength);
    this.#takenLength = page.length;
    if (this.drained) this.#onDrained?.();
    this.#notify();
    return page;
  }

  /** Resolves when rows were added or fetched, when the statement ended, or after `waitMs`. */
  changed(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      this.#waiting.add(done);
    });
  }

  #put(page: Uint8Array): void {
    this.#pages.push(page);
    this.#aheadLength += page.length;
    this.memory.set(this.memory.bytes + page.length);
    this.#notify();
  }

  #notify(): void {
    for (const wake of this.#waiting) wake();
  }
}
