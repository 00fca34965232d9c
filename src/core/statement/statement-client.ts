// This folder: the direct path: statements at once, sessions and transactions, without a job.

import { randomUUID } from "node:crypto";
import { onlyReads } from "../../dialect/parse/statement-text.ts";
import { readTextField } from "../endpoints/read-field.ts";
import { abortedLater } from "../../system/abortable.ts";
import { DecodeError, QueryError } from "../errors.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { Transport } from "../http/transport.ts";
import { leaseHeader, watchWork } from "../interrupt/watched-work.ts";
import type { SentStatement } from "../sql/query-header.ts";
import { positionInUserSql } from "../sql/sql-excerpt.ts";
import { ONCE_HEADER } from "../wire/own-headers.ts";
import { statementHeaders, type StatementProtocol } from "../wire/statement/statement-headers.ts";
import { statementPages } from "../wire/statement/statement-pages.ts";
import type { ReplyError, StatementPage, StatementReply } from "../wire/statement/statement-reply.ts";
import type { StatementSession } from "./statement-session.ts";

/** A statement for the direct path. */
export interface StatementRequest extends SentStatement {
  readonly database: string;
  /** Null: the service's default. */
  readonly catalog: string | null;
  readonly protocol: StatementProtocol;
  readonly session: StatementSession;
}

const what = "run statement";

const CANCEL_TIMEOUT_MS = 5000;
/** An abort waits so long for the first reply: without its address the statement can't be cancelled. */
const ADDRESS_TIMEOUT_MS = 500;

/**
 * Runs a statement on the direct path and yields its pages. Leaving the loop early, or an abort, cancels the statement on the server.
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
  const { protocol, session, catalog, database: schema } = request;
  const prefix = `x-${protocol}`;
  const headers = {
    // Jobs run in UTC too, so that both paths give the same text for timestamps.
    ...statementHeaders(protocol, { catalog: catalog ?? "td-presto", schema }),
    ...session.headers(prefix),
    ...leaseHeader(),
  };
  const send = async (more: Omit<ServiceRequest, "what">): Promise<StatementReply> => {
    const reply = await transport.jsonReply<StatementReply>({ what, headers, signal, ...more });
    if (Array.isArray(reply.value)) throw new DecodeError(`${what} failed: the reply is a list`);
    session.update(prefix, reply.headers);
    return reply.value;
  };
  const reads = onlyReads(request.words);
  const pages = statementPages({
    post: async () => {
      using posting = abortedLater(signal, ADDRESS_TIMEOUT_MS);
      const reply = await send({
        signal: posting.signal,
        method: "POST",
        path: "/v1/statement",
        headers: { ...headers, [ONCE_HEADER]: randomUUID(), "content-type": "text/plain; charset=utf-8" },
        body: request.text,
        idempotent: reads,
        // Some gateways reply 503 to what they have passed on; then only an error keeps rows from being written twice.
        final: reads ? [500] : [500, 503],
      });
      if (reply.id !== undefined) transport.checkNewId(what, `statement ${reply.id}`);
      return reply;
    },
    get: (path) => send({ method: "GET", path }),
    cancel: async (path) => {
      const limit = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
      const cancel = { what: "cancel statement", method: "DELETE", path, headers, signal: limit } as const;
      // The caller is already throwing the relevant error; the server drops statements that are not polled.
      await transport.text(cancel).catch(() => undefined);
    },
    pause: (ms) => transport.options.sleep(ms, signal),
    follow: (nextUri) => onSameOrigin(nextUri, endpoint),
    failure: (error) => statementFailure(transport, error, request),
    notAPage: (reply) => transport.lacking(what, "page of the statement", reply),
    outOfOrder: (message) => new DecodeError(`${what} failed: ${message}`),
  });
  let over: (() => void) | undefined;
  try {
    for await (const page of pages) {
      // Rows that were written stay: that is told.
      if (page.next !== null || reads) signal.throwIfAborted();
      if (page.next !== null)
        over ??= await watchWork(transport, { method: "DELETE", path: page.next, headers });
      yield page;
    }
  } finally {
    over?.();
  }
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

async function statementFailure(
  transport: Transport,
  reply: ReplyError | string,
  { sql, headerLines }: StatementRequest,
): Promise<QueryError> {
  const error: ReplyError = typeof reply === "string" ? { message: reply } : reply;
  const serverMessage = await transport.saying(
    readTextField(error.message) ?? readTextField(error.errorName) ?? "the service gave no reason",
  );
  const position = positionInUserSql(serverMessage, headerLines);
  const location = error.errorLocation;
  const line = location ? location.lineNumber - headerLines : position.line;
  return new QueryError(`presto query failed: ${position.message.split("\n", 1)[0]}`, {
    sql,
    jobId: null,
    engine: "presto",
    serverMessage,
    line: line !== null && line >= 1 ? line : null,
    column: line !== null && line >= 1 ? (location?.columnNumber ?? position.column) : null,
  });
}
