import { Fault } from "../../engine/errors/fault.ts";
import { faultFields, type Log } from "../../engine/errors/log.ts";

/** Work that is stopped when the client that issued it disappears. */
export interface LeasedWork {
  /** Whether it has ended by itself. */
  readonly isOver: () => boolean;
  /** Stops it; `reason` becomes its error. */
  readonly end: (reason: Fault) => unknown;
}

interface Lease {
  readonly work: Set<LeasedWork>;
  /** Checks since the client's last request. */
  missed: number;
}

export const LEASE_MS = 45_000;
/** Checks per lease time. Checks are counted instead of time, because while the machine sleeps clients can't renew. */
const CHECKS = 9;

/** Stops the work of clients that sent no request for the lease time. Work without a lease is not affected. */
export class Leases {
  readonly #leases = new Map<string, Lease>();
  readonly #log: Log;
  readonly #timeMs: number;
  readonly #timer: NodeJS.Timeout;

  constructor(log: Log, timeMs = LEASE_MS) {
    this.#log = log;
    this.#timeMs = timeMs;
    this.#timer = setInterval(() => this.#check(), timeMs / CHECKS);
    this.#timer.unref();
  }

  /** @param name - The client's lease; null for work without one. */
  hold(name: string | null, work: LeasedWork): void {
    if (name === null) return;
    const lease = this.#leases.get(name) ?? { work: new Set(), missed: 0 };
    this.#leases.set(name, lease);
    lease.work.add(work);
  }

  /** To be called for each request of the client. */
  renew(name: string): void {
    const lease = this.#leases.get(name);
    if (lease) lease.missed = 0;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const [name, lease] of this.#leases) {
      for (const work of lease.work) if (work.isOver()) lease.work.delete(work);
      lease.missed += 1;
      if (lease.missed <= CHECKS && lease.work.size > 0) continue;
      this.#leases.delete(name);
      for (const work of lease.work) void this.#end(work);
    }
  }

  async #end(work: LeasedWork): Promise<void> {
    const seconds = this.#timeMs / 1000;
    const message = `The client that waited for this sent no request for ${seconds} s, so its work was stopped.`;
    try {
      await work.end(new Fault("unavailable", message));
    } catch (error) {
      this.#log({ event: "job_end_unwritten", ...faultFields(error) });
    }
  }
}
