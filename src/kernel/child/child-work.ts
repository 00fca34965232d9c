import { setTimeout as sleep } from "node:timers/promises";
import { keepAliveFetch } from "../../core/http/agent/node-fetch.ts";
import { LEASE_HEADER } from "../../core/wire/own-headers.ts";
import type { WatchedWork } from "../../core/interrupt/watched-work.ts";
import { Attempts } from "../../system/attempts.ts";
import { logFault } from "../log-fault.ts";

/** Work that a kernel's process began, or the id of work that is over. */
export type WorkEvent = { readonly began: WatchedWork } | { readonly over: string };

interface WorkRequest extends Pick<WatchedWork, "url" | "headers" | "provenBy"> {
  readonly method: "GET" | "POST" | "DELETE";
}

/** Sends a request. @throws Error unless the reply is a success. */
export type Send = (request: WorkRequest, signal: AbortSignal) => Promise<void>;

/** Three renewals per lease time, which is 45 s. */
const RENEW_EVERY_MS = 12_000;
const TIMEOUT_MS = 5_000;
/** Two more attempts to end work: the kernel's end must not take long. */
const END_WAITS = { firstDelayMs: 100, longestDelayMs: 1000, maxCumulDelayMs: 350 };

/** Jobs and statements that the real kernel's process waits for: kept alive by leases, and cancelled on their services when it has exited. */
export class ChildWork {
  readonly #work = new Map<string, WatchedWork>();
  readonly #send: Send;
  readonly #renewEveryMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: Send = sendOnce, renewEveryMs = RENEW_EVERY_MS) {
    this.#send = send;
    this.#renewEveryMs = renewEveryMs;
  }

  record(event: WorkEvent): void {
    if ("over" in event) this.#work.delete(event.over);
    else this.#work.set(event.began.id, event.began);
    if (this.#work.size === 0) this.#stopRenewing();
    else this.#timer ??= setInterval(() => this.#renew(), this.#renewEveryMs).unref();
  }

  /** Cancels all work. Never rejects; takes some seconds at most. */
  async endAll(): Promise<void> {
    const work = [...this.#work.values()];
    this.#work.clear();
    this.#stopRenewing();
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    await Promise.all(work.map((one) => this.#end(one, limit)));
  }

  async #end(work: WatchedWork, limit: AbortSignal): Promise<void> {
    const attempts = new Attempts("repeatable", END_WAITS);
    for (;;) {
      try {
        return await this.#send(work, limit);
      } catch (error) {
        const delayMs = limit.aborted ? null : attempts.next("lost");
        if (delayMs === null) {
          const { pathname } = new URL(work.url);
          return logFault(`what the kernel waited for may go on on the service (${pathname})`, error);
        }
        await sleep(delayMs);
      }
    }
  }

  /** A failed renewal is covered by the next one. */
  #renew(): void {
    const leases = new Map(
      [...this.#work.values()].flatMap(({ lease }) => (lease ? [[lease.endpoint, lease.id]] : [])),
    );
    for (const [endpoint, id] of leases) {
      const url = `${endpoint}/v3/system/server_status`;
      const request = { method: "GET", url, headers: { [LEASE_HEADER]: id } } as const;
      this.#send(request, AbortSignal.timeout(TIMEOUT_MS)).catch(() => undefined);
    }
  }

  #stopRenewing(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

let client: ReturnType<typeof keepAliveFetch> | undefined;

async function sendOnce(request: WorkRequest, signal: AbortSignal): Promise<void> {
  const { url, method, headers, provenBy } = request;
  client ??= keepAliveFetch(process.env, null);
  const init = { method, headers, redirect: "manual", signal, ...(provenBy && { provenBy }) } as const;
  const response = await client.fetch(url, init);
  await response.text();
  // 404: it is over and forgotten.
  if (response.status >= 300 && response.status !== 404) throw new Error(`HTTP ${response.status}`);
}
