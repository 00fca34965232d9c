import { randomBytes } from "node:crypto";
import type { Execution, ResultColumn } from "../engine.ts";
import { loopTurns } from "../loop-turns.ts";
import { rowsToJson } from "./page-rows.ts";
import type { AnswerForm } from "./column-json.ts";
import type { StatementErrorJson } from "./statement-error.ts";

/** Characters of row text that one page takes. */
const PAGE_LENGTH = 1 << 20;
/** Characters that are made ahead of the client; the engine waits beyond that. */
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
  readonly stop = new AbortController();
  /** Headers that tell the client how its session changed. */
  readonly sessionHeaders: Record<string, string> = {};
  readonly warnings: StatementWarning[] = [];
  state: StatementState = "QUEUED";
  columns: readonly ResultColumn[] | null = null;
  error: StatementErrorJson | null = null;
  updateType: string | null = null;
  updateCount: number | null = null;
  percent: number | null = null;
  rowCount = 0;
  lastAskedMs: number;
  endedAtMs: number | null = null;
  readonly #pages: string[] = [];
  #aheadLength = 0;
  #takenLength = 0;
  #wake: (() => void)[] = [];

  constructor(id: string, nowMs: number, userName: string, form: AnswerForm) {
    this.id = id;
    this.createdAtMs = nowMs;
    this.userName = userName;
    this.form = form;
    this.lastAskedMs = nowMs;
  }

  get ended(): boolean {
    return this.state === "FINISHED" || this.state === "FAILED";
  }

  /** Characters of rows that it holds: pages that were not taken, and the newest one, for a client that lost it. */
  get heldLength(): number {
    return this.#aheadLength + this.#takenLength;
  }

  /** True when all pages are taken. */
  get drained(): boolean {
    return this.#pages.length === 0;
  }

  /** Takes all rows in, as fast as the client reads. */
  async read(execution: Execution): Promise<void> {
    this.columns = execution.columns;
    this.updateType = execution.updateType ?? null;
    this.updateCount = execution.updateCount ?? null;
    this.#notify();
    const toJson = rowsToJson(execution.columns, this.form);
    let page: string[] = [];
    let length = 0;
    for await (const batch of execution.batches) {
      this.stop.signal.throwIfAborted();
      if (batch.rowCount === 0) continue;
      const text = await loopTurns.run(() => toJson(batch));
      page.push(text);
      length += text.length;
      this.rowCount += batch.rowCount;
      if (length < PAGE_LENGTH) continue;
      this.#put(page.join(","));
      page = [];
      length = 0;
      while (this.#aheadLength > AHEAD_LENGTH && !this.stop.signal.aborted) await this.changed(1000);
    }
    if (page.length > 0) this.#put(page.join(","));
    if (execution.updateType !== undefined && execution.updateCount !== undefined) {
      this.columns = [{ name: "rows", type: "bigint" }];
      this.#put(`[${execution.updateCount}]`);
    }
  }

  end(state: "FINISHED" | "FAILED", nowMs: number, error: StatementErrorJson | null = null): void {
    this.state = state;
    this.endedAtMs = nowMs;
    this.error = error;
    this.#notify();
  }

  /** JSON text of the next rows, or null when none are ready. */
  takePage(): string | null {
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
      const timer = setTimeout(resolve, waitMs);
      this.#wake.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #put(page: string): void {
    this.#pages.push(page);
    this.#aheadLength += page.length;
    this.#notify();
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
