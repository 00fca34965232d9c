import { randomUUID } from "node:crypto";
import type { ResultColumn } from "../endpoints/jobs.ts";
import { readTextField } from "../endpoints/read-field.ts";
import { DecodeError, QueryError } from "../errors.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { Transport } from "../http/transport.ts";
import { leaseHeader, watchWork } from "../interrupt/watched-work.ts";
import type { SentStatement } from "../sql/query-header.ts";
import { placeInUserSql } from "../sql/sql-position.ts";
import { onlyReads } from "../../dialect/parse/statement-text.ts";
import { ONCE_HEADER } from "../wire/own-headers.ts";
import type { StatementSession } from "./statement-session.ts";

/** Header prefixes of the protocol: `X-Trino-` and `X-Presto-`. */
export type StatementProtocol = "trino" | "presto";

/** A statement for the direct path. */
export interface StatementRequest extends SentStatement {
  readonly database: string;
  /** Null: the service's default. */
  readonly catalog: string | null;
  readonly protocol: StatementProtocol;
  readonly session: StatementSession;
}

/** One page of results. Integers past ±2^53 in `data` are digits as text. */
export interface StatementPage {
  readonly columns: readonly ResultColumn[] | null;
  readonly data: readonly (readonly unknown[])[];
  /** `QUEUED`, `RUNNING`, `FINISHED`, ... */
  readonly state: string;
  /** 0 to 100; null when the server does not report it. */
  readonly percent: number | null;
}

/** A page as sent: tolerates fields that other servers omit or write differently. */
interface PageReply {
  readonly id?: string;
  readonly nextUri?: string;
  readonly columns?: readonly (PageColumn | null)[] | null;
  readonly data?: unknown;
  readonly stats?: { readonly state?: unknown; readonly progressPercentage?: unknown } | null;
  readonly error?: PageError | string | null;
}

interface PageColumn {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly typeSignature?: { readonly rawType?: unknown } | null;
}

interface PageError {
  readonly message?: unknown;
  readonly errorName?: unknown;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number } | null;
}

/** States of a statement that has failed, and of one whose columns can't be known yet. */
const FAILED = /^(FAILED|CANCELED)$/i;
const NOT_BEGUN = /^(WAITING_FOR_RESOURCES|QUEUED|DISPATCHING|PLANNING|STARTING)$/i;

const what = "run statement";

const CANCEL_TIMEOUT_MS = 5000;

/**
 * Runs a statement and yields its pages. Leaving the loop early, or an abort, cancels the statement on the server.
 *
 * @param transport - Transport of the direct path: its target is the statement host, its key is sent as the user.
 * @throws QueryError when the server rejects or fails the statement.
 */
export async function* runStatement(
  transport: Transport,
  request: StatementRequest,
  signal: AbortSignal,
): AsyncGenerator<StatementPage> {
  const { endpoint } = await transport.options.resolveTarget();
  const prefix = `x-${request.protocol}`;
  const headers = { ...statementHeaders(request, prefix), ...leaseHeader() };
  const order = new PageOrder();
  let next: string | null = null;
  let over: (() => void) | undefined;
  let hasColumns = false;
  let idleMs = 10;
  try {
    const ask = async (asked: ServiceRequest): Promise<PageReply> => {
      const { value, headers: answered } = await transport.jsonReply<PageReply>(asked);
      if (Array.isArray(value)) throw new DecodeError(`${what} failed: the reply is a list`);
      request.session.update(prefix, answered);
      return value;
    };
    const reads = onlyReads(request.words);
    let reply = await ask({
      what,
      method: "POST",
      path: "/v1/statement",
      headers: { ...headers, [ONCE_HEADER]: randomUUID(), "content-type": "text/plain; charset=utf-8" },
      body: request.text,
      idempotent: reads,
      // Some gateways reply 503 to what they have passed on; then only an error keeps rows from being written twice.
      final: reads ? [500] : [500, 503],
      signal,
    });
    if (reply.id !== undefined) transport.checkNewId(what, `statement ${reply.id}`);
    for (;;) {
      order.check(reply);
      next = reply.nextUri ? onSameOrigin(reply.nextUri, endpoint) : null;
      if (reply.error) throw await statementFailure(transport, reply.error, request);
      // Taken for the last page, it would be an empty result.
      if (!(reply.id ?? reply.nextUri ?? reply.columns ?? reply.data ?? reply.stats))
        throw await transport.lacking(what, "page of the statement", reply);
      const page = pageOf(reply);
      hasColumns ||= page.columns !== null;
      // As Trino's clients, which take a last page in the state RUNNING for the end.
      if (next === null && (FAILED.test(page.state) || (!hasColumns && NOT_BEGUN.test(page.state))))
        throw await statementFailure(
          transport,
          `the server ended it as ${page.state} and gave no reason`,
          request,
        );
      if (page.columns !== null || page.data.length > 0 || next !== null) yield page;
      if (next === null) return;
      over ??= await watchWork(transport, { method: "DELETE", path: next, headers });
      if (page.data.length === 0) {
        // Most servers delay their reply until there is progress; the pause limits requests to those that don't.
        await transport.options.sleep(idleMs, signal);
        idleMs = Math.min(idleMs * 2, 500);
      }
      reply = await ask({ what, method: "GET", path: next, headers, signal });
    }
  } finally {
    if (next !== null) await cancel(transport, next, headers);
    over?.();
  }
}

/** Detects pages that are not the statement's next: stale, duplicate, or of another statement. */
class PageOrder {
  #id: string | undefined;
  readonly #addresses = new Set<string>();

  /** @throws DecodeError */
  check({ id, nextUri, data }: PageReply): void {
    this.#id ??= id;
    const known = nextUri !== undefined && this.#addresses.has(nextUri);
    // Some servers repeat `nextUri` to mean "not yet"; such a page has no rows.
    const repeated = known && data !== undefined && data !== null;
    if (id !== this.#id || repeated)
      throw new DecodeError(
        "run statement failed: a reply came twice or out of order; a proxy or cache on the way may mix up replies: try without it",
      );
    if (nextUri !== undefined) this.#addresses.add(nextUri);
  }
}

async function cancel(transport: Transport, next: string, headers: Record<string, string>): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  try {
    await transport.text({ what: "cancel statement", method: "DELETE", path: next, headers, signal });
  } catch {
    // The caller is already throwing the relevant error; the server drops statements that are not polled.
  }
}

function statementHeaders(
  { catalog, database, session }: StatementRequest,
  prefix: string,
): Record<string, string> {
  return {
    [`${prefix}-catalog`]: catalog ?? "td-presto",
    [`${prefix}-schema`]: database,
    [`${prefix}-source`]: "svclib",
    // Jobs run in UTC too, so that both paths give the same text for timestamps.
    [`${prefix}-time-zone`]: "UTC",
    [`${prefix}-client-capabilities`]: "PARAMETRIC_DATETIME",
    ...session.headers(prefix),
  };
}

/**
 * Requests to `nextUri` carry the key, so they go to the endpoint's own origin only. An http address of an https service comes from a service
 * that does not know of the proxy before it: the request goes to the proxy.
 */
function onSameOrigin(nextUri: string, endpoint: string): string {
  if (!URL.canParse(nextUri, endpoint))
    throw new DecodeError(`the server sent the next address ${JSON.stringify(nextUri)}, which is not a URL`);
  const next = new URL(nextUri, endpoint);
  const home = new URL(endpoint);
  if (next.hostname === home.hostname && home.protocol === "https:" && next.protocol === "http:")
    return home.origin + next.pathname + next.search;
  if (next.origin === home.origin) return next.href;
  const what = next.hostname === home.hostname ? `port (${next.origin})` : `host (${next.host})`;
  throw new DecodeError(
    `the server sent a next address on another ${what}, which is not followed: the key would be sent there; a service behind a proxy needs its --public-url`,
  );
}

function pageOf({ nextUri, columns, data, stats }: PageReply): StatementPage {
  const rows = data ?? [];
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    throw new DecodeError("the server sends its rows in an encoding that was not requested");
  const { state, progressPercentage } = stats ?? {};
  return {
    columns: columns?.map(columnOf) ?? null,
    data: rows as unknown[][],
    state: typeof state === "string" ? state : nextUri ? "RUNNING" : "FINISHED",
    percent: typeof progressPercentage === "number" ? progressPercentage : null,
  };
}

function columnOf(column: PageColumn | null, i: number): ResultColumn {
  const { name, type, typeSignature } = column ?? {};
  return {
    name: readTextField(name) ?? `_col${i}`,
    type: readTextField(type) ?? readTextField(typeSignature?.rawType) ?? "unknown",
  };
}

async function statementFailure(
  transport: Transport,
  reply: PageError | string,
  { sql, headerLines }: StatementRequest,
): Promise<QueryError> {
  const error: PageError = typeof reply === "string" ? { message: reply } : reply;
  const serverMessage = await transport.saying(
    readTextField(error.message) ?? readTextField(error.errorName) ?? "the service gave no reason",
  );
  const placed = placeInUserSql(serverMessage, headerLines);
  const place = error.errorLocation;
  const line = place ? place.lineNumber - headerLines : placed.line;
  return new QueryError(`presto query failed: ${placed.message.split("\n", 1)[0]}`, {
    sql,
    jobId: null,
    engine: "presto",
    serverMessage,
    line: line !== null && line >= 1 ? line : null,
    column: line !== null && line >= 1 ? (place?.columnNumber ?? placed.column) : null,
  });
}
