import type { DuckDBConnection } from "@duckdb/node-api";

export interface ConnectionLease {
  readonly connection: DuckDBConnection;
  /**
   * Hands the connection to the next waiter.
   *
   * @param isClean - No transaction is open and no result left half read; otherwise both are ended first.
   */
  release(isClean?: boolean): Promise<void>;
}

/** An interrupt between two statements has no effect, so it is repeated until the work has ended. */
const INTERRUPT_EVERY_MS = 25;

interface Waiter {
  give(connection: DuckDBConnection): void;
  refuse(error: Error): void;
}

/** A fixed set of connections, each lent to one user at a time, first come first served. */
export class ConnectionPool {
  readonly #all: readonly DuckDBConnection[];
  readonly #idle: DuckDBConnection[];
  readonly #waiting: Waiter[] = [];
  #closed = false;
  #onIdle: (() => void) | null = null;

  constructor(connections: readonly DuckDBConnection[]) {
    this.#all = connections;
    this.#idle = [...connections];
  }

  /** @param signal - Aborts the wait; once acquired, interrupts whatever the connection runs until it is released. */
  async acquire(signal?: AbortSignal): Promise<ConnectionLease> {
    const connection = await this.#take(signal);
    const unwatch = interruptOn(signal, connection);
    let released = false;
    return {
      connection,
      release: async (isClean = false) => {
        if (released) return;
        released = true;
        unwatch();
        // Usually fails with "no transaction is active", and ends a half-read result all the same.
        if (!isClean) await connection.run("ROLLBACK").catch(() => undefined);
        this.#giveBack(connection);
      },
    };
  }

  /** Interrupts running work, waits up to 5 seconds for all releases, and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(new Error("the database is closed"));
    const deadline = performance.now() + 5000;
    while (this.#idle.length < this.#all.length && performance.now() < deadline) {
      for (const connection of this.#all) if (!this.#idle.includes(connection)) connection.interrupt();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, INTERRUPT_EVERY_MS);
        this.#onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const connection of this.#all) connection.closeSync();
  }

  #take(signal?: AbortSignal): Promise<DuckDBConnection> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error("the database is closed"));
      if (signal?.aborted) return reject(signal.reason as Error);
      const connection = this.#idle.pop();
      if (connection) return resolve(connection);
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        give: (connection) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(connection);
        },
        refuse: reject,
      };
      this.#waiting.push(waiter);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  #giveBack(connection: DuckDBConnection): void {
    const next = this.#waiting.shift();
    if (next) return next.give(connection);
    this.#idle.push(connection);
    if (this.#idle.length === this.#all.length) this.#onIdle?.();
  }
}

/** @returns stops it. */
function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  if (!signal) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS);
  };
  if (signal.aborted) start();
  else signal.addEventListener("abort", start, { once: true });
  return () => {
    signal.removeEventListener("abort", start);
    clearInterval(timer);
  };
}
