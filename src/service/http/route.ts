import type { Fault } from "../../engine/errors/fault.ts";
import type { ApiKey } from "../access/keys.ts";
import type { Role } from "../../dialect/statements/statement-rights.ts";
import type { Claim } from "../limits/byte-account.ts";

/**
 * `open`: no key. `any`: any key. Else a key with that role in the database that the path names; a key without a role there is answered as
 * if it did not exist.
 */
type Access = "open" | "any" | Role;

type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** A method and a path with `:name` for path variables: `GET /v3/job/show/:job_id`. GET routes also serve HEAD. */
export type Operation = `${HttpMethod} /${string}`;

/** The path variables of an operation, by name. */
type Variables<Path extends string> = string extends Path
  ? Readonly<Record<string, string>>
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Readonly<Record<Name, string>> & Variables<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Readonly<Record<Name, string>>
      : unknown;

export interface RouteCall<Path extends string = string, Caller = ApiKey | null> {
  readonly request: Request;
  readonly params: Variables<Path>;
  readonly query: URLSearchParams;
  /** The caller's key; null on open routes. */
  readonly caller: Caller;
  /** Memory that the request and its reply take; released when the reply is sent. */
  readonly memory: Claim;
  /** Address by which the client reached the service, without a trailing slash: the beginning of addresses in replies. */
  readonly baseUrl: string;
}

/** A route's reply: a response, or an object or list to send as JSON. */
export type RouteReply = Response | Readonly<Record<string, unknown>> | readonly unknown[];

/** The database that a path is about; null if what it names does not exist. */
export interface DatabaseOf {
  readonly name: string | null;
  /** As for what does not exist. */
  readonly missing: Fault;
}

export interface RouteDetails {
  /** One line for the OpenAPI document. */
  readonly summary: string;
  /** Supported query parameters with descriptions. */
  readonly query?: Readonly<Record<string, string>>;
  /** Supported form fields with descriptions. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Media type of a body that is not a form. */
  readonly takes?: string;
  /** Media types of a reply other than a JSON object. */
  readonly gives?: readonly string[];
  /** Statuses of regular replies; 204 has no body, 4xx means that the route always fails. @default [200] */
  readonly answers?: readonly (200 | 204 | 206 | 401 | 404 | 422)[];
  /** Whose role counts, and the answer without one. @default the path's `:database` */
  readonly database?: (params: Readonly<Record<string, string>>) => DatabaseOf;
  /** Whether the database need not exist: without a role in it the key is refused, whether it does or not. @default false */
  readonly isNew?: boolean;
}

export interface Route extends RouteDetails {
  readonly method: HttpMethod;
  readonly path: string;
  readonly access: Access;
  readonly handle: (call: RouteCall) => RouteReply | Promise<RouteReply>;
}

/** Declares a route. Its `handle` gets the path variables of the operation, and a caller unless it is open. */
export function route<O extends Operation, A extends Access>(
  operation: O,
  access: A,
  {
    handle,
    ...details
  }: RouteDetails & {
    readonly handle: (
      call: RouteCall<O, A extends "open" ? null : ApiKey>,
    ) => RouteReply | Promise<RouteReply>;
  },
): Route {
  const [method, path] = operation.split(" ") as [HttpMethod, string];
  // The router fills in the variables, and admits no call without a key to a route that is not open.
  return { method, path, access, ...details, handle: handle as Route["handle"] };
}
