import type { ApiKey } from "../access/keys.ts";

/** `open`: no key. `read`: any key. `write`: an administrator key. */
type Access = "open" | "read" | "write";

/** A request as a route sees it. */
export interface Call {
  readonly request: Request;
  /** Path variables, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Whose key it is; null on open routes. */
  readonly caller: ApiKey | null;
}

/** What a route answers: a response as it is, or an object or a list to send as JSON. */
export type Answer = Response | Readonly<Record<string, unknown>> | readonly unknown[];

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Segments with `:name` for path variables. GET routes answer HEAD too. */
  readonly path: string;
  readonly access: Access;
  /** One line for the description of the API. */
  readonly summary: string;
  /** Query parameters that count, with what they mean. */
  readonly query?: Readonly<Record<string, string>>;
  /** Form fields of the body that count. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Media type of a body that is no form. */
  readonly takes?: string;
  /** Media types of an answer that is no JSON object. */
  readonly gives?: readonly string[];
  /** What is answered where all is well; 204 has no body. 4xx: the route does nothing but say so. @default [200] */
  readonly answers?: readonly (200 | 204 | 206 | 401 | 404 | 422)[];
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}
