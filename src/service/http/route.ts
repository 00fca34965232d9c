import type { ApiKey } from "../access/keys.ts";

/** `open`: no key. `read`: any key. `write`: an administrator key. */
type Access = "open" | "read" | "write";

/** A request as a route gets it. */
export interface Call {
  readonly request: Request;
  /** Path variables, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The caller's key; null on open routes. */
  readonly caller: ApiKey | null;
}

/** A route's reply: a response, or an object or list to send as JSON. */
export type Answer = Response | Readonly<Record<string, unknown>> | readonly unknown[];

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Segments with `:name` for path variables. GET routes also serve HEAD. */
  readonly path: string;
  readonly access: Access;
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
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}
