import { readText } from "../endpoints/read-field.ts";
import { DecodeError, QueryError } from "../errors.ts";
import type { ServiceRequest, Transport } from "../http/transport.ts";
import type { IssuedSql } from "../job/job-failure.ts";
import { leaseHeader, watchWork } from "../interrupt/watched-work.ts";
import { placeInUserSql } from "../sql/sql-position.ts";
import { onlyReads } from "../../dialect/parse/statement-text.ts";
import { parseExactJson } from "../wire/exact-json.ts";
import type { HeaderPrefix, StatementSession } from "./statement-session.ts";

/** The two spellings of the protocol's headers: `X-Trino-` and `X-Presto-`. */
export type StatementProtocol = "trino" | "presto";

/** What to run directly. */
export interface StatementRequest extends IssuedSql {
  /** As it is sent, header comments included. */
  readonly text: string;
  readonly database: string;
  /** Null: the service's own. */
  readonly catalog: string | null;
  readonly protocol: StatementProtocol;
  readonly session: StatementSession;
}

/** A column of the answer. */
export interface StatementColumn {
  readonly name: string;
  readonly type: string;
}

/** One answer of the server. Integers past ±2^53 in `data` are text of their digits. */
export interface StatementPage {
  readonly columns: readonly StatementColumn[] | null;
  readonly data: readonly (readonly unknown[])[];
  /** `QUEUED`, `RUNNING`, `FINISHED`, ... */
  readonly state: string;
  /** 0 to 100; null when the server does not tell. */
  readonly percent: number | null;
}

/** An answer as it comes: what other servers leave out or write otherwise is read all the same. */
interface Reply {
  readonly id?: string;
  readonly nextUri?: string;
  readonly columns?: readonly (ReplyColumn | null)[] | null;
  readonly data?: unknown;
  readonly stats?: { readonly state?: unknown; readonly progressPercentage?: unknown } | null;
  readonly error?: ReplyError | string | null;
}

interface ReplyColumn {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly typeSignature?: { readonly rawType?: unknown } | null;
}

interface ReplyError {
  readonly message?: unknown;
  readonly errorName?: unknown;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number } | null;
}

/** How long the server may take to answer that a statement is cancelled. */
const CANCEL_TIMEOUT_MS = 5000;

/**
 * Run a statement and hand out its pages. Leaving the loop early, or aborting, cancels the statement on the server.
 *
 * @param transport - Of the direct path: its target is the statement host, its key travels as the user.
 * @throws QueryError when the server rejects or fails the statement.
 */
export async function* runStatement(
  transport: Transport,
  request: StatementRequest,
  signal: AbortSignal,
): AsyncGenerator<StatementPage> {
  const { endpoint } = await transport.options.resolveTarget();
  const prefix = request.protocol === "trino" ? "x-trino" : "x-presto";
  const headers = { ...statementHeaders(request, prefix), ...leaseHeader() };
  const what = "run statement";
  const order = new PageOrder();
  let next: string | null = null;
  let over: (() => void) | undefined;
  let idleMs = 10;
  try {
    const ask = async (asked: ServiceRequest): Promise<Reply> => {
      const { text, headers: answered } = await transport.reply(asked);
      request.session.update(prefix, answered);
      return readReply(transport, what, text);
    };
    let reply = await ask({
      what,
      method: "POST",
      path: "/v1/statement",
      headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
      body: request.text,
      idempotent: onlyReads(request.sql ?? request.text),
      final: [500],
      signal,
    });
    if (reply.id !== undefined) transport.checkNewId(what, `statement ${reply.id}`);
    for (;;) {
      order.check(reply);
      next = reply.nextUri ? onSameHost(reply.nextUri, endpoint) : null;
      if (reply.error) throw statementFailure(reply.error, request);
      const page = pageOf(reply);
      // Its rows so far may not be all.
      if (next === null && /^(FAILED|CANCELED)$/i.test(page.state))
        throw statementFailure(`the server ended it as ${page.state} and gave no reason`, request);
      if (page.columns !== null || page.data.length > 0 || next !== null) yield page;
      if (next === null) return;
      over ??= await watchWork(transport, { method: "DELETE", path: next, headers });
      if (page.data.length === 0) {
        // Servers hold the answer back until there is news; those that don't are not to be flooded.
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

/** Sees answers that are not the next ones of the statement: delivered late, twice, or for another statement. */
class PageOrder {
  #id: string | undefined;
  readonly #addresses = new Set<string>();

  /** @throws DecodeError */
  check({ id, nextUri, data }: Reply): void {
    this.#id ??= id;
    const known = nextUri !== undefined && this.#addresses.has(nextUri);
    // Asking for the same address again is how some servers say "not yet"; they send no rows with it.
    const repeated = known && data !== undefined && data !== null;
    if (id !== this.#id || repeated) {
      throw new DecodeError(
        "run statement failed: an answer came twice or out of order; something between here and the service mixes answers up",
      );
    }
    if (nextUri !== undefined) this.#addresses.add(nextUri);
  }
}

/** @throws DecodeError when the text is no JSON object. */
async function readReply(transport: Transport, what: string, text: string): Promise<Reply> {
  let reply: unknown;
  let cause: unknown;
  try {
    reply = parseExactJson(text);
  } catch (error) {
    cause = error;
  }
  if (typeof reply === "object" && reply !== null && !Array.isArray(reply)) return reply;
  const said = await transport.excerpt(text);
  throw new DecodeError(`${what} failed: the reply is no JSON object: ${said}`, { cause });
}

async function cancel(transport: Transport, next: string, headers: Record<string, string>): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  try {
    await transport.text({ what: "cancel statement", method: "DELETE", path: next, headers, signal });
  } catch {
    // The caller is on its way out with the reason that counts; the server drops statements that nobody asks for.
  }
}

function statementHeaders(
  { catalog, database, session }: StatementRequest,
  prefix: HeaderPrefix,
): Record<string, string> {
  return {
    [`${prefix}-catalog`]: catalog ?? "td-presto",
    [`${prefix}-schema`]: database,
    [`${prefix}-source`]: "svclib",
    // The zone that jobs run in, so that both paths give the same text for timestamps.
    [`${prefix}-time-zone`]: "UTC",
    [`${prefix}-client-capabilities`]: "PARAMETRIC_DATETIME",
    ...session.headers(prefix),
  };
}

/** `nextUri` carries the key along: it may only lead back to where the statement went, and never from https to http. */
function onSameHost(nextUri: string, endpoint: string): string {
  if (!URL.canParse(nextUri, endpoint))
    throw new DecodeError(`the server answered with ${JSON.stringify(nextUri)}, which is no address`);
  const next = new URL(nextUri, endpoint);
  const home = new URL(endpoint);
  if (next.hostname !== home.hostname) {
    throw new DecodeError(
      `the server answered with an address on another host (${next.host}); it is not followed`,
    );
  }
  if (home.protocol === "https:" && next.protocol === "http:") {
    next.protocol = home.protocol;
    next.port = home.port;
  }
  return next.href;
}

function pageOf({ columns, data, stats }: Reply): StatementPage {
  const rows = data ?? [];
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    throw new DecodeError("the server sends its rows in an encoding that was not asked for");
  const { state, progressPercentage } = stats ?? {};
  return {
    columns: columns?.map(columnOf) ?? null,
    data: rows as unknown[][],
    state: typeof state === "string" ? state : "RUNNING",
    percent: typeof progressPercentage === "number" ? progressPercentage : null,
  };
}

function columnOf(column: ReplyColumn | null, i: number): StatementColumn {
  const { name, type, typeSignature } = column ?? {};
  return {
    name: readText(name) ?? `_col${i}`,
    type: readText(type) ?? readText(typeSignature?.rawType) ?? "unknown",
  };
}

function statementFailure(reply: ReplyError | string, { sql, headerLines }: StatementRequest): QueryError {
  const error: ReplyError = typeof reply === "string" ? { message: reply } : reply;
  const serverMessage = readText(error.message) ?? readText(error.errorName) ?? "the service gave no reason";
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
