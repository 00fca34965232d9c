import { randomUUID } from "node:crypto";
import type { ServiceIdentity } from "../local-service/prove-service.ts";
import { requestUrl } from "../http/service-request.ts";
import type { Transport } from "../http/transport.ts";
import { processState } from "../process-state.ts";
import { LEASE_HEADER } from "../wire/own-headers.ts";

/** A job or statement that this process waits for, with the request by which another process can end it. */
export interface WatchedWork {
  readonly id: string;
  readonly method: "POST" | "DELETE";
  readonly url: string;
  /** Includes the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Identity that the other end must prove. */
  readonly provenBy?: ServiceIdentity;
  /** Lease to renew for it; null for services without leases. */
  readonly lease: { readonly id: string; readonly endpoint: string } | null;
}

/** Another process that keeps this process's lease, and ends its work if this process exits, such as a notebook's kernel. */
export interface WorkWatcher {
  readonly lease: string;
  began(work: WatchedWork): void;
  over(id: string): void;
}

const state = processState("watcher", (): { watcher?: WorkWatcher } => ({}));

export function setWorkWatcher(watcher: WorkWatcher): void {
  state.watcher = watcher;
}

/** Header for requests that issue or poll work. */
export function leaseHeader(): Readonly<Record<string, string>> {
  const { watcher } = state;
  return watcher ? { [LEASE_HEADER]: watcher.lease } : {};
}

/** Registers issued work with the watcher. @param request - Ends the work. @returns a function to call when the work has ended. */
export async function watchWork(
  transport: Transport,
  {
    method,
    path,
    headers = {},
  }: { method: "POST" | "DELETE"; path: string; headers?: Record<string, string> },
): Promise<() => void> {
  const { watcher } = state;
  if (!watcher) return () => undefined;
  const { options, echoesRequestIds } = transport;
  const { apikey, endpoint, provenBy } = await options.resolveTarget();
  const id = randomUUID();
  watcher.began({
    id,
    method,
    url: requestUrl(endpoint, { path }).href,
    headers: {
      ...options.headers,
      ...headers,
      ...options.authorize(apikey),
      "user-agent": options.userAgent,
    },
    ...(provenBy && { provenBy }),
    lease: echoesRequestIds ? { id: watcher.lease, endpoint } : null,
  });
  return () => watcher.over(id);
}
