// This folder: a request to its route and back: key, limits, body, errors as JSON. The contract of a route is route.ts.

import { Hono, type Context } from "hono";
import { LEASE_HEADER } from "../../core/wire/own-headers.ts";
import { ClusterError, errorBody, Fault, noDatabase, diskFault } from "../../engine/errors/fault.ts";
import { KeyGuard } from "../access/key-guard.ts";
import { rightsOf, type ApiKey, type KeyRing } from "../access/keys.ts";
import { ByteAccount, type Claim } from "../limits/byte-account.ts";
import { faultFields, type Log } from "../../engine/errors/log.ts";
import { allows, roleIn } from "../../dialect/statements/statement-rights.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { stringifyJson } from "../../engine/results/stringify-json.ts";
import { RateLimit } from "../limits/rate-limit.ts";
import type { Leases } from "./leases.ts";
import { PublicAddress } from "./public-address.ts";
import type { DatabaseOf, RouteReply, RouteCall, Route } from "./route.ts";

export interface AppDeps {
  readonly routes: readonly Route[];
  readonly keys: KeyRing;
  /** For internal faults. */
  readonly log: Log;
  /** Unix milliseconds. @default Date.now */
  readonly clock?: () => number;
  /** Number of replies by status, to be counted here. @default not counted */
  readonly counts?: Map<number, number>;
  /** Renewed by every request that names a lease. @default none */
  readonly leases?: Pick<Leases, "renew">;
  /** @default far more than a user's notebooks need */
  readonly rates?: Rates;
  /** @default an account of its own */
  readonly account?: ByteAccount;
  /** @default as the requests say */
  readonly publicAddress?: PublicAddress;
}

/** Rate limits as [burst, per second]. */
export interface Rates {
  readonly perKey: readonly [number, number];
  /** Requests with unknown keys from one address. */
  readonly wrongKeys: readonly [number, number];
}

const METHODS = ["GET", "POST", "PUT", "DELETE"];

const DEFAULT_RATES: Rates = { perKey: [5000, 1000], wrongKeys: [100, 1] };

/** The other end of a request's connection. */
export interface Peer {
  readonly address: string;
  /** Calls back once the reply is sent, or its connection closed. */
  readonly whenSent: (sent: () => void) => void;
}

/** The service as a function of a request, without a socket. @param peer - Absent if nobody has to wait for the reply. */
export type App = (request: Request, peer?: Peer) => Promise<Response>;

/** Adds authentication to the routes and converts thrown errors to replies. */
export function createApp(deps: AppDeps): App {
  const { routes, keys, log, clock = Date.now, rates = DEFAULT_RATES, counts, leases } = deps;
  const { account = new ByteAccount(), publicAddress = new PublicAddress() } = deps;
  const [burst, perSecond] = rates.perKey;
  const guard: Guard = {
    keys: new KeyGuard(keys, { wrongKeys: rates.wrongKeys, clock }),
    perKey: new RateLimit({ burst, perSecond, clock }),
  };
  const methodsOf = (path: string): string[] =>
    METHODS.filter((method) => app.router.match(method, path)[0].length > 0);
  // Some clients append a slash to paths; it matters only on routes with an empty last segment.
  const getPath = (request: Request): string => {
    const path = cleanPath(request);
    return path.endsWith("/") && methodsOf(path).length === 0 ? path.slice(0, -1) : path;
  };
  const app = new Hono<{ Bindings: Arrival }>({ getPath });
  for (const route of routes)
    app.on(route.method, route.path, async (context) => {
      const call = admit(context, route, guard);
      return toResponse(await route.handle(call), call.memory);
    });
  app.notFound(({ req: { method, path } }) => {
    const allowed = methodsOf(path).join(", ");
    if (allowed === "")
      return errorResponse(new Fault("not_found", `There is no ${path || "/"} on this service.`));
    const message = `${path} answers ${allowed}, not ${method}.`;
    return errorResponse(new Fault("method_not_allowed", message, null, { allow: allowed }));
  });
  app.onError((error, context) => {
    // An error of a statement that the service itself runs, such as one of an import.
    if (error instanceof SqlError) return errorResponse(new Fault("invalid", error.message));
    const fault = error instanceof Fault ? error : diskFault(error);
    const { method, raw } = context.req;
    if (fault === null || fault.kind === "no_space")
      log({ event: "request_failed", method, path: cleanPath(raw), ...faultFields(error) });
    if (fault !== null) return errorResponse(fault);
    if (error instanceof ClusterError) return errorResponse(new Fault("unavailable", error.message));
    return Response.json(errorBody("The service failed on this request; its log says why."), { status: 500 });
  });
  return async (request, peer) => {
    const lease = request.headers.get(LEASE_HEADER);
    if (lease !== null) leases?.renew(lease);
    const { baseUrl, client } = publicAddress.of(request, peer?.address ?? "");
    const memory = account.claim("address", client);
    peer?.whenSent(() => memory.release());
    const response = named(request, await app.fetch(request, { memory, baseUrl, client }));
    if (peer === undefined) memory.release();
    counts?.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };
}

/** Echoes the client's request id, which exposes stale replies. */
function named(request: Request, response: Response): Response {
  const id = request.headers.get("x-svc-request");
  if (id !== null && /^[\w-]{1,64}$/.test(id)) response.headers.set("x-svc-request", id);
  return response;
}

/** The encoded path, without repeated slashes at its start. */
function cleanPath(request: Request): string {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start < 0) return "/";
  const end = url.slice(start).search(/[?#]/);
  const path = end < 0 ? url.slice(start) : url.slice(start, start + end);
  return path.replace(/^\/+/, "/");
}

/** What is known of a request before its route. */
interface Arrival {
  readonly memory: Claim;
  readonly baseUrl: string;
  readonly client: string;
}

interface Guard {
  readonly keys: KeyGuard;
  readonly perKey: RateLimit;
}

function admit(context: Context<{ Bindings: Arrival }>, route: Route, guard: Guard): RouteCall {
  const { raw } = context.req;
  const { memory, baseUrl, client } = context.env;
  const caller = route.access === "open" ? null : guard.keys.identify(raw.headers, client);
  if (caller !== null) {
    guard.perKey.take(caller.sha256 ?? caller.key ?? "");
    memory.moveTo(caller.user_name);
  }
  const query = new URL(raw.url).searchParams;
  const variables = params(context);
  if (caller !== null && route.access !== "any") checkRole(route, variables, caller);
  return { request: raw, params: variables, query, caller, memory, baseUrl };
}

/** The one place where routes meet roles. */
function checkRole(route: Route, variables: Readonly<Record<string, string>>, caller: ApiKey): void {
  const { method, path, access, database = databaseInPath, isNew = false } = route;
  if (access === "open" || access === "any") return;
  const { name, missing } = database(variables);
  const role = roleIn(rightsOf(caller), name ?? "");
  if (role !== null && allows(role, access)) return;
  if (caller.permission !== "by_database")
    throw new Fault("forbidden", `The API key may only query; ${method} ${path} needs an administrator key.`);
  if (role === null && !isNew) throw missing;
  throw new Fault("forbidden", `${method} ${path} needs the role ${access} in the database ${name ?? ""}.`);
}

function databaseInPath({ database = "" }: Readonly<Record<string, string>>): DatabaseOf {
  return { name: database, missing: noDatabase(database) };
}

/** Path variables, decoded. */
function params({ req }: Pick<Context, "req">): Record<string, string> {
  try {
    decodeURIComponent(req.path);
  } catch {
    throw new Fault("bad_request", `The path ${req.path} is not percent-encoded UTF-8.`);
  }
  // The engine and the file system end a text there.
  if (/%00/.test(req.path))
    throw new Fault("not_found", `${req.path} does not exist: no name has a NUL character.`);
  return req.param();
}

/** @throws Fault `too_many` when the client has too many unread replies. */
function toResponse(answer: RouteReply, memory: Claim): Response {
  if (answer instanceof Response) return answer;
  const bytes = Buffer.from(stringifyJson(answer));
  memory.add(bytes.length);
  return new Response(bytes, { headers: { "content-type": "application/json; charset=utf-8" } });
}

function errorResponse(fault: Fault): Response {
  const type = { "content-type": "application/json; charset=utf-8" };
  const headers: Record<string, string> = { ...type, ...fault.headers };
  if (fault.kind === "unauthorized") headers["www-authenticate"] = "TD1";
  return new Response(JSON.stringify(fault), { status: fault.status, headers });
}
