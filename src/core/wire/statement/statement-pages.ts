// This folder: one client of the statement protocol, for queries, streams and clusters.

import { pageOf, type ReplyError, type StatementPage, type StatementReply } from "./statement-reply.ts";

/** What differs between the servers of the statement protocol: how requests are sent, and which errors there are. */
export interface StatementWire {
  /** Sends the statement. */
  post(): Promise<StatementReply>;
  /** Fetches a page. */
  get(next: string): Promise<StatementReply>;
  /** Ends the statement. Must not reject: the reason for it matters more. */
  cancel(next: string): Promise<void>;
  pause(ms: number): Promise<void>;
  /** The address of the next page that may be requested. @throws when it may not. */
  follow(nextUri: string): string;
  /** The error of a failed statement. */
  failure(error: ReplyError | string): Error | Promise<Error>;
  /** The error of a reply that is not a page. */
  notAPage(reply: StatementReply): Error | Promise<Error>;
  /** The error of a reply that is not the next one. */
  outOfOrder(message: string): Error;
}

/** States of a statement that has failed, and of one whose columns can't be known yet. */
const FAILED = /^(FAILED|CANCELED)$/i;
const NOT_BEGUN = /^(WAITING_FOR_RESOURCES|QUEUED|DISPATCHING|PLANNING|STARTING)$/i;

/** After the second reply without rows; the first is the statement's acceptance. */
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;
/** A reply that took so long was delayed until there was progress: no pause is needed. */
const DELAYED_MS = 500;

/**
 * Runs a statement and yields its pages: the client's side of the statement protocol, of `Client.query` and of clusters. Leaving the loop
 * before the last page cancels the statement.
 */
export async function* statementPages(wire: StatementWire): AsyncGenerator<StatementPage> {
  const order = new PageOrder();
  let next: string | null = null;
  let hasColumns = false;
  let pauseMs = 0;
  let askedMs = performance.now();
  try {
    for (let reply = await wire.post(); ; askedMs = performance.now(), reply = await wire.get(next)) {
      if (!order.takes(reply))
        throw wire.outOfOrder(
          "a reply came twice or out of order; a proxy or cache on the way may mix up replies: try without it",
        );
      next = reply.nextUri ? wire.follow(reply.nextUri) : null;
      if (reply.error) throw await wire.failure(reply.error);
      // Taken for the last page, it would be an empty result.
      if (!(reply.id ?? reply.nextUri ?? reply.columns ?? reply.data ?? reply.stats))
        throw await wire.notAPage(reply);
      const page = pageOf(reply, next);
      hasColumns ||= page.columns !== null;
      // As Trino's clients, which take a last page in the state RUNNING for the end.
      if (next === null && (FAILED.test(page.state) || (!hasColumns && NOT_BEGUN.test(page.state))))
        throw await wire.failure(`the server ended it as ${page.state} and gave no reason`);
      yield page;
      if (next === null) return;
      if (page.data !== null && !(Array.isArray(page.data) && page.data.length === 0)) continue;
      // Limits requests to servers that reply at once, without progress.
      if (performance.now() - askedMs >= DELAYED_MS) continue;
      if (pauseMs > 0) await wire.pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2 || FIRST_PAUSE_MS, MAX_PAUSE_MS);
    }
  } finally {
    if (next !== null) await wire.cancel(next);
  }
}

/** Detects pages that are not the statement's next: stale, duplicate, or of another statement. */
class PageOrder {
  #id: string | undefined;
  readonly #addresses = new Set<string>();

  takes({ id, nextUri, data }: StatementReply): boolean {
    this.#id ??= id;
    const isRepeated = nextUri !== undefined && this.#addresses.has(nextUri);
    // Some servers repeat `nextUri` to mean "not yet"; such a page has no rows.
    if (id !== this.#id || (isRepeated && data !== undefined && data !== null)) return false;
    if (nextUri !== undefined) this.#addresses.add(nextUri);
    return true;
  }
}
