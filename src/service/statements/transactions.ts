import { randomUUID } from "node:crypto";
import { SqlError } from "../../dialect/sql-error.ts";

export interface Transaction {
  readonly id: string;
  readonly userName: string;
  usedMs: number;
  /** Number of statements that wrote data. */
  changes: number;
}

/** A transaction unused for this long is abandoned. */
const IDLE_MS = 5 * 60_000;
/** Open transactions of one user; of more, the user's least recently begun ends. */
const MOST = 100;

/** Open transactions. They exist for the client's sake only: each statement commits by itself and can't be rolled back. */
export class Transactions {
  readonly #open = new Map<string, Transaction>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns the transaction's id. */
  start(userName: string): string {
    const nowMs = this.#clock();
    for (const [id, { usedMs }] of this.#open) if (usedMs < nowMs - IDLE_MS) this.#open.delete(id);
    const own = [...this.#open.values()].filter((one) => one.userName === userName);
    for (const { id } of own.slice(0, Math.max(0, own.length - MOST + 1))) this.#open.delete(id);
    const id = randomUUID();
    this.#open.set(id, { id, userName, usedMs: nowMs, changes: 0 });
    return id;
  }

  /** @throws SqlError UNKNOWN_TRANSACTION */
  use(id: string, userName: string): Transaction {
    const transaction = this.#open.get(id);
    if (transaction?.userName !== userName)
      throw new SqlError("UNKNOWN_TRANSACTION", `Unknown transaction ID: ${id}. Possibly expired?`);
    transaction.usedMs = this.#clock();
    return transaction;
  }

  end({ id }: Transaction): void {
    this.#open.delete(id);
  }
}
