import { randomBytes } from "node:crypto";
import type { PagedRun, ResultColumn } from "../engine/engine.ts";
import type { QueuedRun } from "../jobs/queued-run.ts";
import type { AnswerForm } from "../results/pages/column-json.ts";
import type { StatementErrorJson } from "./statement-error.ts";

/** Bytes that are made ahead of the client; the engine waits beyond that. */
const AHEAD_LENGTH = 8 << 20;

/** Something that the client should know though the statement did not fail. */
export interface StatementWarning {
  readonly warningCode: { readonly code: number; readonly name: string };
  readonly message: string;
}

export type StatementState = "QUEUED" | "RUNNING" | "FINISHED" | "FAILED";

/** A statement on its way: rows come in from the engine, pages go out to the client. */
export class Statement {
  readonly id: string;
  /** Part of the addresses of its pages: who does not know it can't read them. */
  readonly slug = randomBytes(16).toString("hex");
  readonly createdAtMs: number;
  readonly userName: string;
  readonly form: AnswerForm;
  readonly run: QueuedRun<void>;
  /** Headers that tell the client how its session changed. */
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

  /** @param run - Makes what runs it. */
  constructor(
    { id, nowMs, userName, form }: { id: string; nowMs: number; userName: string; form: AnswerForm },
    run: (statement: Statement) => QueuedRun<void>,
  ) {
    this.id = id;
    this.createdAtMs = nowMs;
    this.userName = userName;
    this.form = form;
    this.lastAskedMs = nowMs;
    this.run = run(this);
  }

  get ended(): boolean {
    return this.state === "FINISHED" || this.state === "FAILED";
  }

  /** Bytes of rows that it holds: pages that were not taken, and the newest one, for a client that lost it. */
  get heldLength(): number {
    return this.#aheadLength + this.#takenLength;
  }

  /** True when all pages are taken. */
  get drained(): boolean {
    return this.#pages.length === 0;
  }

  /** Takes all rows in, as fast as the client reads. */
  async read({ columns, updateType, updateCount, pages }: PagedRun): Promise<void> {
    this.columns = columns;
    this.updateType = updateType ?? null;
    this.updateCount = updateCount ?? null;
    this.#notify();
    for await (const { rowCount, bytes } of pages) {
      this.run.signal.throwIfAborted();
      this.rowCount += rowCount;
      this.#put(bytes);
      while (this.#aheadLength > AHEAD_LENGTH && !this.run.signal.aborted) await this.changed(1000);
    }
    if (updateType !== undefined && updateCount !== undefined) {
      this.columns = [{ name: "rows", type: "bigint" }];
      this.#put(Buffer.from(`[${updateCount}]`));
    }
  }

  end(state: "FINISHED" | "FAILED", nowMs: number, error: StatementErrorJson | null = null): void {
    this.state = state;
    this.endedAtMs = nowMs;
    this.error = error;
    this.#notify();
  }

  /** JSON of the next rows, or null when none are ready. */
  takePage(): Uint8Array | null {
    const page = this.#pages.shift();
    if (page === undefined) return null;
    this.#aheadLength -= page.length;
    this.#takenLength = page.length;
    this.#notify();
    return page;
  }

  /** Waits until rows came or went, or the statement ended. */
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
    this.#notify();
  }

  #notify(): void {
    for (const wake of this.#waiting) wake();
  }
}
