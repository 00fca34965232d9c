/** A request to the service, answered or not. */
export interface Entry {
  readonly kind: "stream" | "bulk" | "insert" | "ctas" | "query";
  /** Number of the batch, also part of table names. */
  readonly batch: number;
  readonly rows: number;
  /** Job of a `query` or `ctas`, once its issue was answered. */
  jobId?: string;
  /** The service reported success. */
  done: boolean;
  /** The job failed because the engine exited, and the service reported that all changes are committed. */
  failed?: boolean;
  /** The service reported that no changes are committed. */
  undone?: boolean;
}

/** Requests and their replies, over all crashes. */
export class Ledger {
  readonly entries: Entry[] = [];
  #batch = 0;

  begin(kind: Entry["kind"], rows: number): Entry {
    const entry: Entry = { kind, batch: ++this.#batch, rows, done: false };
    this.entries.push(entry);
    return entry;
  }

  /** Number of answered requests. */
  get answered(): number {
    return this.entries.reduce((sum, { done }) => sum + (done ? 1 : 0), 0);
  }
}
