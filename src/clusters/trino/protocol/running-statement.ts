import { statementPages } from "../../../core/wire/statement/statement-pages.ts";
import type { ReplyColumn, Rows, StatementPage } from "../../../core/wire/statement/statement-reply.ts";
import type { Coordinator } from "./coordinator.ts";
import { ClusterError } from "../../../engine/errors/fault.ts";
import { parseExactJson } from "../../../core/wire/exact-json.ts";

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

/** Rows in segments, inline or by URI: the spooling protocol. */
interface SpooledData {
  readonly encoding: string;
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly type: "inline" | "spooled";
  /** Base64 of an inline segment. */
  readonly data?: string;
  readonly uri?: string;
  /** To be requested once the rows are read; the server then deletes them. */
  readonly ackUri?: string;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
}

async function* pageRows(data: unknown, coordinator: Coordinator, signal: AbortSignal): AsyncGenerator<Rows> {
  if (Array.isArray(data)) {
    yield data as Rows;
    return;
  }
  const { encoding, segments } = data as SpooledData;
  if (encoding !== "json")
    throw new ClusterError(`The cluster sends rows as ${encoding} instead of the requested json.`);
  for (const segment of segments) {
    const bytes = await segmentBytes(segment, coordinator, signal);
    yield parseExactJson(bytes.toString("utf8")) as Rows;
  }
}

async function segmentBytes(
  { type, data, uri, ackUri, headers }: Segment,
  coordinator: Coordinator,
  signal: AbortSignal,
): Promise<Buffer> {
  if (type === "inline") return Buffer.from(data ?? "", "base64");
  if (uri === undefined) throw new ClusterError("The cluster sent a spooled segment without its address.");
  const flat = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, values]) => [name, values.join(", ")]),
  );
  const bytes = await coordinator.download(uri, flat, signal);
  if (ackUri !== undefined) await coordinator.acknowledge(ackUri, flat);
  return bytes;
}
