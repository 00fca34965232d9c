import { Hono, type Context } from "hono";
import { LEASE_HEADER } from "../../core/wire/own-headers.ts";
import { ClusterError } from "../errors/cluster-error.ts";
import { errorBody, Fault } from "../errors/fault.ts";
import { diskFault } from "../errors/disk-fault.ts";
import { authenticate, type ApiKey, type KeyRing } from "../access/keys.ts";
import { faultFields, type Log } from "../errors/log.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { stringifyJson } from "../results/values/stringify-json.ts";
import { RateLimit } from "../async/rate-limit.ts";
import type { Leases } from "./leases.ts";
import type { RouteReply, RouteCall, Route } from "./route.ts";

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
}

/** Rate limits as [burst, per second]. */
export interface Rates {
  readonly perKey: readonly [number, number];
  /** All requests with unknown keys together: this slows guessing of keys, but never valid keys. */
  readonly wrongKeys: readonly [number, number];
}

const METHODS = ["GET", "POST", "PUT", "DELETE"];

const DEFAULT_RATES: Rates = { perKey: [5000, 1000], wrongKeys: [100, 1] };

/** The service as a function of a request, without a socket. */
export type App = (request: Request) => Promise<Response>;

/** Adds authentication to the routes and converts thrown errors to replies. */
export function createApp(deps: AppDeps): App {
  const { routes, keys, log, clock = Date.now, rates = DEFAULT_RATES, counts, leases } = deps;
  const limit = ([burst, perSecond]: readonly [number, number]): RateLimit =>
    new RateLimit({ burst, perSecond, clock });
  const guard: Guard = { keys, perKey: limit(rates.perKey), wrongKeys: limit(rates.wrongKeys) };
  const methodsOf = (path: string): string[] =>
    METHODS.filter((method) => app.router.match(method, path)[0].length > 0);
  // Some clients append a slash to paths; it matters only on routes with an empty last segment.
  const getPath = (request: Request): string => {
    const path = cleanPath(request);
    return path.endsWith("/") && methodsOf(path).length === 0 ? path.slice(0, -1) : path;
  };
  const app = new Hono({ getPath });
  for (const route of routes)
    app.on(route.method, route.path, async (context) =>
      toResponse(await route.handle(admit(context, route, guard))),
    );
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
  return async (request) => {
    const lease = request.headers.get(LEASE_HEADER);
    if (lease !== null) leases?.renew(lease);
    const response = named(request, await app.fetch(request));
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

interface Guard {
  readonly keys: KeyRing;
  readonly perKey: RateLimit;
  readonly wrongKeys: RateLimit;
}

function identify(headers: Headers, { keys, perKey, wrongKeys }: Guard): ApiKey {
  let caller: ApiKey;
  try {
    caller = authenticate(headers, keys);
  } catch (error) {
    wrongKeys.take("");
    throw error;
  }
  perKey.take(caller.key);
  return caller;
}

function admit(context: Context, route: Route, guard: Guard): RouteCall {
  const { raw } = context.req;
  const caller = route.access === "open" ? null : identify(raw.headers, guard);
  if (route.access === "write" && caller?.permission !== "administrator")
    throw new Fault(
      "forbidden",
      `The API key may only query; ${route.method} ${route.path} needs an administrator key.`,
    );
  return { request: raw, params: params(context), query: new URL(raw.url).searchParams, caller };
}

/** Path variables, decoded. */
function params({ req }: Context): Record<string, string> {
  try {
    decodeURIComponent(req.path);
  } catch {
    throw new Fault("bad_request", `The path ${req.path} is not percent-encoded UTF-8.`);
  }
  return req.param();
}

function toResponse(answer: RouteReply): Response {
  if (answer instanceof Response) return answer;
  return new Response(stringifyJson(answer), {
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}

function errorResponse(fault: Fault): Response {
  const type = { "content-type": "application/json; charset=utf-8" };
  const headers: Record<string, string> = { ...type, ...fault.headers };
  if (fault.kind === "unauthorized") headers["www-authenticate"] = "TD1";
  return new Response(JSON.stringify(fault), { status: fault.status, headers });
}
