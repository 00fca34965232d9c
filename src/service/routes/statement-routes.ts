import { setImmediate as turn } from "node:timers/promises";
import { LEASE_HEADER, ONCE_HEADER } from "../../core/wire/own-headers.ts";
import { Fault } from "../../engine/errors/fault.ts";
import { wholeText, clientKey } from "../http/form.ts";
import { route, type RouteCall, type Route } from "../http/route.ts";
import { checkOwner } from "../access/check-owner.ts";
import { rightsOf, type ApiKey } from "../access/keys.ts";
import type { Leases } from "../http/leases.ts";
import { readClientSession } from "../statements/client-session.ts";
import { answerBytes, stats } from "../statements/statement-answer.ts";
import type { StatementService } from "../statements/statement-service.ts";
import type { PagedStatement } from "../statements/paged-statement.ts";

/** Longest time that a reply is held while no rows are ready. The first is held shortly: only its address can cancel the statement. */
const FIRST_HOLD_MS = 100;
const HOLD_MS = 1000;
const DEFAULT_DATABASE = "sample_datasets";
const PAGE_PATH = "/v1/statement/executing/:id/:slug/:page";

export interface StatementRouteDeps {
  readonly statements: StatementService;
  readonly clock: () => number;
  readonly leases: Leases;
}

/** The latest reply of each statement; a client that lost it requests the same page again. */
type Answers = WeakMap<
  PagedStatement,
  { readonly page: number; readonly response: Promise<Buffer<ArrayBuffer>> }
>;

/** The statement protocol, with Trino's or Presto's headers. */
export function statementRoutes({ statements, clock, leases }: StatementRouteDeps): Route[] {
  const answers: Answers = new WeakMap();
  const answer = (statement: PagedStatement, page: number, baseUrl: string): Promise<Buffer<ArrayBuffer>> => {
    const response = nextPage(statement, page, baseUrl, clock);
    answers.set(statement, { page, response });
    return response;
  };
  return [
    route("POST /v1/statement", "any", {
      summary: "Run a statement; follow nextUri until there is none",
      takes: "text/plain",
      handle: async (call) => {
        const { request, caller, baseUrl } = call;
        const sql = await wholeText(call);
        if (sql.trim() === "") throw new Fault("bad_request", "The statement is empty.");
        const lease = clientKey(request, LEASE_HEADER);
        const onceKey = clientKey(request, ONCE_HEADER);
        const statement = statements.start({
          sql,
          session: readClientSession(request.headers),
          defaultDatabase: DEFAULT_DATABASE,
          rights: rightsOf(caller),
          isAdministrator: caller.permission === "administrator",
          userName: caller.user_name,
          onceKey,
        });
        leases.hold(lease, {
          isOver: () => statement.isOver,
          end: ({ message }) => statements.cancel(statement, message),
        });
        const newest = answers.get(statement);
        // Trino's first reply has no rows, and some clients of others read no columns in it.
        if (onceKey === null || (newest !== undefined && newest.page > 0))
          return json(answerBytes(statement, baseUrl, clock(), { rows: null, next: 1 }));
        return json(await (newest?.response ?? answer(statement, 0, baseUrl)), statement);
      },
    }),
    route(`GET ${PAGE_PATH}`, "open", {
      summary: "Get the next rows of a statement; only its client knows this address",
      handle: async ({ params, baseUrl }) => {
        const statement = statements.find(params.id, params.slug);
        const page = Number(params.page);
        const newest = answers.get(statement);
        if (newest?.page === page) return json(await newest.response, statement);
        if (page !== (newest?.page ?? 0) + 1)
          throw new Fault(
            "not_found",
            `Page ${params.page} of statement ${statement.id} is no longer available.`,
          );
        return json(await answer(statement, page, baseUrl), statement);
      },
    }),
    route(`DELETE ${PAGE_PATH}`, "open", {
      summary: "Cancel a statement",
      answers: [204],
      handle: ({ params }) => {
        statements.cancel(statements.find(params.id, params.slug));
        return new Response(null, { status: 204 });
      },
    }),
    route("GET /v1/query/:id", "any", {
      summary: "Show a statement's state and progress",
      handle: (call) => {
        const statement = ownStatement(statements, call);
        return {
          queryId: statement.id,
          state: statement.state,
          queryStats: stats(statement, clock()),
          errorInfo: statement.error,
        };
      },
    }),
    route("DELETE /v1/query/:id", "any", {
      summary: "Cancel a statement by its id",
      answers: [204],
      handle: (call) => {
        statements.cancel(ownStatement(statements, call));
        return new Response(null, { status: 204 });
      },
    }),
    route("GET /v1/info", "open", {
      summary: "Health check for clients of the statement protocol",
      handle: () => ({
        nodeVersion: { version: "svclib" },
        environment: "svclib",
        coordinator: true,
        starting: false,
      }),
    }),
  ];
}

/** Finds a statement by its id alone, which can be guessed: other users' statements need an administrator's key. */
const ownStatement = (
  statements: StatementService,
  { params, caller }: RouteCall<"/:id", ApiKey>,
): PagedStatement => checkOwner("Statement", statements.find(params.id), caller);

async function nextPage(
  statement: PagedStatement,
  page: number,
  baseUrl: string,
  clock: () => number,
): Promise<Buffer<ArrayBuffer>> {
  const deadline = performance.now() + (page === 0 ? FIRST_HOLD_MS : HOLD_MS);
  let rows = statement.takePage();
  // The first rows may come long after the columns.
  while (rows === null && !statement.isOver && performance.now() < deadline) {
    await statement.changed(deadline - performance.now());
    rows = statement.takePage();
  }
  // The end comes with the last rows.
  if (!statement.isOver) await turn();
  const last = statement.isOver && statement.drained;
  return answerBytes(statement, baseUrl, clock(), { rows, next: last ? null : page + 1 });
}

function json(bytes: Buffer<ArrayBuffer>, statement?: PagedStatement): Response {
  return new Response(bytes, {
    headers: { "content-type": "application/json; charset=utf-8", ...(statement?.sessionHeaders ?? {}) },
  });
}
