import { statementPages } from "../../../core/wire/statement/statement-pages.ts";
import type { ReplyColumn, Rows, StatementPage } from "../../../core/wire/statement/statement-reply.ts";
import type { Coordinator } from "./coordinator.ts";
import { pageRows } from "./segments.ts";

const PROGRESS_GAP_MS = 250;

/** A statement on the cluster; pages are requested one by one, as fast as rows are consumed. */
export class RunningStatement {
  readonly #coordinator: Coordinator;
  readonly #signal: AbortSignal;
  readonly #onProgress: ((percent: number) => void) | undefined;
  readonly #pages: AsyncGenerator<StatementPage>;
  #page: StatementPage | null = null;
  #progressAtMs = 0;

  constructor(
    coordinator: Coordinator,
    statement: { readonly sql: string; readonly headers: Readonly<Record<string, string>> },
    signal: AbortSignal,
    onProgress?: (percent: number) => void,
  ) {
    this.#coordinator = coordinator;
    this.#signal = signal;
    this.#onProgress = onProgress;
    this.#pages = statementPages(coordinator.wire(statement, signal));
  }

  get updateType(): string | undefined {
    return this.#page?.updateType;
  }

  get updateCount(): number | undefined {
    return this.#page?.updateCount;
  }

  /** Sends the statement and waits for its columns; none without a result. @throws SqlError */
  async start(): Promise<readonly ReplyColumn[]> {
    while (!(await this.#next()) && this.#page?.columns === null);
    return this.#page?.columns ?? [];
  }

  /** The rows; can be read once. Leaving the loop early cancels the statement. */
  async *rows(): AsyncGenerator<Rows> {
    try {
      do {
        this.#signal.throwIfAborted();
        const data = this.#page?.data ?? null;
        if (data !== null) yield* pageRows(data, this.#coordinator, this.#signal);
      } while (!(await this.#next()));
    } finally {
      await this.#pages.return(undefined);
    }
  }

  /** Takes the next page. @returns whether there was none. */
  async #next(): Promise<boolean> {
    const next = await this.#pages.next();
    if (next.done === true) return true;
    this.#page = next.value;
    const { percent } = next.value;
    const nowMs = performance.now();
    if (percent !== null && nowMs - this.#progressAtMs >= PROGRESS_GAP_MS) {
      this.#progressAtMs = nowMs;
      this.#onProgress?.(percent);
    }
    return false;
  }
}
