import { randomUUID } from "node:crypto";
import { SqlError } from "../../dialect/sql-error.ts";

interface Transaction {
  readonly userName: string;
  usedMs: number;
  /** Statements in it that changed data. */
  changes: number;
}

/** A client that leaves a transaction alone for so long is gone. */
const IDLE_MS = 5 * 60_000;
const MOST = 10_000;

/**
 * The transactions that clients have begun. They hold statements together for the client only: each statement takes effect at
 * once and for good.
 */
export class Transactions {
  readonly #open = new Map<string, Transaction>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns its id. */
  start(userName: string): string {
    const nowMs = this.#clock();
    for (const [id, { usedMs }] of this.#open) {
      if (usedMs < nowMs - IDLE_MS || this.#open.size >= MOST) this.#open.delete(id);
    }
    const id = randomUUID();
    this.#open.set(id, { userName, usedMs: nowMs, changes: 0 });
    return id;
  }

  /** @throws SqlError UNKNOWN_TRANSACTION */
  use(id: string, userName: string): void {
    this.#find(id, userName).usedMs = this.#clock();
  }

  /** Notes that a statement of the transaction changed data. */
  changed(id: string): void {
    const transaction = this.#open.get(id);
    if (transaction) transaction.changes++;
  }

  /** Ends it. @throws SqlError UNKNOWN_TRANSACTION */
  end(id: string, userName: string): void {
    this.#find(id, userName);
    this.#open.delete(id);
  }

  /** @returns how many of its statements changed data since this was last asked. */
  takeChanges(id: string, userName: string): number {
    const transaction = this.#find(id, userName);
    const { changes } = transaction;
    transaction.changes = 0;
    return changes;
  }

  #find(id: string, userName: string): Transaction {
    const transaction = this.#open.get(id);
    if (!transaction || transaction.userName !== userName)
      throw new SqlError("UNKNOWN_TRANSACTION", `Unknown transaction ID: ${id}. Possibly expired?`);
    return transaction;
  }
}
