import { randomUUID } from "node:crypto";
import type { ServiceIdentity } from "../local-service/prove-service.ts";
import type { Transport } from "../http/transport.ts";
import { LEASE_HEADER } from "../wire/lease.ts";

/** A job or a statement that this process waits for, as another process can end it: by one request. */
export interface WatchedWork {
  readonly id: string;
  readonly method: "POST" | "DELETE";
  readonly url: string;
  /** The key is among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Who must be at the other end. */
  readonly provenBy?: ServiceIdentity;
  /** Where the lease that holds it is renewed; null on services that know no leases. */
  readonly lease: { readonly id: string; readonly endpoint: string } | null;
}

/** Another process that ends what this one waits for when this one is gone, and keeps the lease until then: a notebook's kernel has one. */
export interface WorkWatcher {
  readonly lease: string;
  began(work: WatchedWork): void;
  over(id: string): void;
}

// One for the process, whatever number of copies of this module it holds.
const WATCHER = Symbol.for("svclib.watcher");
const holder = globalThis as { [WATCHER]?: WorkWatcher };

export function setWorkWatcher(watcher: WorkWatcher): void {
  holder[WATCHER] = watcher;
}

/** For requests that issue work and ask about it. */
export function leaseHeader(): Readonly<Record<string, string>> {
  const watcher = holder[WATCHER];
  return watcher ? { [LEASE_HEADER]: watcher.lease } : {};
}

/** Hands issued work to the watcher. @param request - Ends the work. @returns to be called when the work is over. */
export async function watchWork(
  transport: Transport,
  {
    method,
    path,
    headers = {},
  }: { method: "POST" | "DELETE"; path: string; headers?: Record<string, string> },
): Promise<() => void> {
  const watcher = holder[WATCHER];
  if (!watcher) return () => undefined;
  const { options, answersAreNamed } = transport;
  const { apikey, endpoint, provenBy } = await options.resolveTarget();
  const id = randomUUID();
  watcher.began({
    id,
    method,
    url: new URL(path, endpoint).href,
    headers: {
      ...options.headers,
      ...headers,
      ...options.authorize(apikey),
      "user-agent": options.userAgent,
    },
    ...(provenBy && { provenBy }),
    lease: answersAreNamed ? { id: watcher.lease, endpoint } : null,
  });
  return () => watcher.over(id);
}
