import type { Coordinator } from "./coordinator.ts";
import { trinoError } from "./trino-error.ts";
import { pageRows } from "./segments.ts";
import { percentDone, type ReplyColumn, type Rows, type StatementReply } from "./statement-reply.ts";

const PROGRESS_GAP_MS = 250;

/** A statement on the cluster; pages are requested one by one, as fast as rows are consumed. */
export class RunningStatement {
  readonly #coordinator: Coordinator;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;
  readonly #onProgress: ((percent: number) => void) | undefined;
  #reply: StatementReply | null = null;
  /** The latest page URI, by which the statement can be cancelled. */
  #handle: string | null = null;
  #progressAtMs = 0;

  constructor(
    coordinator: Coordinator,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    onProgress?: (percent: number) => void,
  ) {
    this.#coordinator = coordinator;
    this.#headers = headers;
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  get updateType(): string | undefined {
    return this.#reply?.updateType;
  }

  get updateCount(): number | undefined {
    return this.#reply?.updateCount;
  }

  /** Sends the statement and waits for its columns; none without a result. @throws SqlError */
  async start(sql: string): Promise<readonly ReplyColumn[]> {
    try {
      let reply = this.#take(await this.#coordinator.post(sql, this.#headers, this.#signal));
      while (!reply.columns && reply.nextUri !== undefined) reply = await this.#next(reply.nextUri);
      return reply.columns ?? [];
    } catch (error) {
      await this.#cancel();
      throw error;
    }
  }

  /** The rows; can be read once. Leaving the loop early cancels the statement. */
  async *rows(): AsyncGenerator<Rows> {
    let complete = false;
    try {
      for (;;) {
        this.#signal.throwIfAborted();
        const { data, nextUri } = this.#reply as StatementReply;
        if (data !== undefined) yield* pageRows(data, this.#coordinator, this.#signal);
        if (nextUri === undefined) break;
        await this.#next(nextUri);
      }
      complete = true;
    } finally {
      if (!complete) await this.#cancel();
    }
  }

  async #next(uri: string): Promise<StatementReply> {
    return this.#take(await this.#coordinator.get(uri, this.#headers, this.#signal));
  }

  #take(reply: StatementReply): StatementReply {
    this.#reply = reply;
    this.#handle = reply.nextUri ?? null;
    if (reply.error) throw trinoError(reply.error);
    const nowMs = performance.now();
    if (nowMs - this.#progressAtMs >= PROGRESS_GAP_MS) {
      const percent = percentDone(reply.stats);
      if (percent !== null) {
        this.#progressAtMs = nowMs;
        this.#onProgress?.(percent);
      }
    }
    return reply;
  }

  /** Never rejects: the reason for cancelling matters more. */
  async #cancel(): Promise<void> {
    const handle = this.#handle;
    if (handle === null) return;
    this.#handle = null;
    await this.#coordinator.cancel(handle, this.#headers).catch(() => undefined);
  }
}
