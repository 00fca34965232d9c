import { LEASE_HEADER } from "../../core/wire/lease.ts";
import { Fault } from "../errors/fault.ts";
import { faultFields, type Log } from "../errors/log.ts";

/** Work that ends with the client that issued it. */
export interface LeasedWork {
  /** Whether it has ended by itself. */
  readonly isOver: () => boolean;
  /** Ends it; `reason` is for the person whose work it is. */
  readonly end: (reason: Fault) => unknown;
}

interface Lease {
  readonly work: Set<LeasedWork>;
  /** Looks since the client's last request. */
  missed: number;
}

export const LEASE_MS = 45_000;
/** Looks within the time of a lease. They are counted, not the time: while the machine sleeps nobody can renew, and nobody looks. */
const LOOKS = 9;
const NAME = /^[\w-]{1,64}$/;

/** What a request calls its client's lease; null when it has none. @throws Fault `bad_request` */
export function leaseOf({ headers }: Request): string | null {
  const name = headers.get(LEASE_HEADER);
  if (name === null || NAME.test(name)) return name;
  throw new Fault("bad_request", `${LEASE_HEADER} is a name of at most 64 letters, digits, "_" and "-".`);
}

/** Ends the work of clients that have sent no request for the time of a lease. Work without a lease is left alone. */
export class Leases {
  readonly #leases = new Map<string, Lease>();
  readonly #log: Log;
  readonly #timeMs: number;
  readonly #timer: NodeJS.Timeout;

  constructor(log: Log, timeMs = LEASE_MS) {
    this.#log = log;
    this.#timeMs = timeMs;
    this.#timer = setInterval(() => this.#look(), timeMs / LOOKS);
    this.#timer.unref();
  }

  /** @param name - See {@link leaseOf}; null for work that is to be left alone. */
  hold(name: string | null, work: LeasedWork): void {
    if (name === null) return;
    const lease = this.#leases.get(name) ?? { work: new Set(), missed: 0 };
    this.#leases.set(name, lease);
    lease.work.add(work);
  }

  /** The client is there. */
  renew(name: string): void {
    const lease = this.#leases.get(name);
    if (lease) lease.missed = 0;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const [name, lease] of this.#leases) {
      for (const work of lease.work) if (work.isOver()) lease.work.delete(work);
      lease.missed += 1;
      if (lease.missed <= LOOKS && lease.work.size > 0) continue;
      this.#leases.delete(name);
      for (const work of lease.work) void this.#end(work);
    }
  }

  async #end(work: LeasedWork): Promise<void> {
    const seconds = this.#timeMs / 1000;
    const message = `The client that waited for this is gone: it sent no request for ${seconds} s, so its work was ended.`;
    try {
      await work.end(new Fault("unavailable", message));
    } catch (error) {
      this.#log({ event: "job_end_unwritten", ...faultFields(error) });
    }
  }
}
