/** A piece of work that the service answered, or that it was asked for and did not answer. */
export interface Entry {
  readonly kind: "stream" | "bulk" | "insert" | "ctas" | "query";
  /** Number of the batch, also part of table names. */
  readonly batch: number;
  readonly rows: number;
  /** Job of a `query` or `ctas`, once its issue was answered. */
  jobId?: string;
  /** The service said that it is done. */
  done: boolean;
  /** Its job failed when the engine ended under it, and the service said that all of it is in. */
  failed?: boolean;
  /** The service said that nothing of it is in. */
  undone?: boolean;
}

/** What was asked for and what was answered, over all crashes. */
export class Ledger {
  readonly entries: Entry[] = [];
  #batch = 0;

  begin(kind: Entry["kind"], rows: number): Entry {
    const entry: Entry = { kind, batch: ++this.#batch, rows, done: false };
    this.entries.push(entry);
    return entry;
  }

  /** How many pieces of work were answered. */
  get answered(): number {
    return this.entries.reduce((sum, { done }) => sum + (done ? 1 : 0), 0);
  }
}
