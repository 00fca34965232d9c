import { setTimeout as sleep } from "node:timers/promises";
import { nearestName } from "../dialect/nearest-name.ts";
import { ConfigError } from "../core/errors.ts";
import { errorBody } from "../engine/errors/fault.ts";
import type { App } from "../service/http/create-app.ts";
import { streamResponse } from "../service/http/stream-response.ts";
import type { TestFailure } from "./test-options.ts";

/** Answers a client's requests with the failures that a test asks for. */
export class FailureInjector {
  #failures: { readonly failure: TestFailure; readonly matches: RegExp; passed: number }[] = [];

  /** Replaces all failures. @param routes - `METHOD /path` of the service. @throws ConfigError for a request that none of them answers. */
  use(failures: readonly TestFailure[], routes: readonly string[]): void {
    this.#failures = failures.map((failure) => {
      const { request = "* /v*" } = failure;
      const matches = pattern(request);
      if (!routes.some((route) => answers(route, request))) throw noRoute(request, routes);
      return { failure, matches, passed: 0 };
    });
  }

  /** Stands between the socket and the app. */
  readonly around =
    (app: App): App =>
    async (request, peer) => {
      const failure = this.#next(`${request.method} ${new URL(request.url).pathname.replace(/^\/+/, "/")}`);
      if (failure === null) return app(request, peer);
      const { status, retry_after: retryAfter, delay = 0, cut } = failure;
      // Not `setTimeout` of the global object, which tests replace.
      if (delay > 0) await sleep(delay * 1000, undefined, { signal: request.signal });
      if (status !== undefined) {
        const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
        return Response.json(errorBody(`This failure was injected by the test: ${status}.`), {
          status,
          ...(headers && { headers }),
        });
      }
      const response = await app(request, peer);
      return cut === undefined
        ? response
        : streamResponse(cutAfter(response, cut), { status: response.status, headers: response.headers });
    };

  #next(request: string): TestFailure | null {
    for (const one of this.#failures) {
      if (!one.matches.test(request)) continue;
      const { after = 0, times = Infinity } = one.failure;
      one.passed++;
      if (one.passed > after && one.passed <= after + times) return one.failure;
    }
    return null;
  }
}

/** `*` and `:name` are one segment, or a part of one; what follows the named segments does not matter. */
function pattern(request: string): RegExp {
  const source = request
    .trim()
    .split(/(\*|:\w+)/)
    .map((piece, i) => (i % 2 === 1 ? "[^/ ]+" : piece.replace(/[\\^$.+?()[\]{}|]/g, "\\$&")))
    .join("");
  return new RegExp(`^${source.replace(/\/$/, "")}(?:/|$)`);
}

/** Whether requests that begin so may be for the route. */
function answers(route: string, request: string): boolean {
  const wanted = request.trim().replace(/\/$/, "").split(/[ /]+/);
  const parts = route.split(/[ /]+/);
  return wanted.every((part, i) => {
    const of = parts[i];
    return of !== undefined && (of.startsWith(":") || part.startsWith(":") || pattern(part).test(of));
  });
}

function noRoute(request: string, routes: readonly string[]): ConfigError {
  const starts = routes.map((route) => route.replace(/\/:.*/, ""));
  const near = nearestName(request, starts);
  const hint = near === null ? "docs/protocol.md lists its routes" : `did you mean '${near}'?`;
  return new ConfigError(`no route of the service matches '${request}'; ${hint}`);
}

async function* cutAfter({ body }: Response, most: number): AsyncGenerator<Uint8Array> {
  let rest = most;
  // The head is sent with the first piece.
  yield new Uint8Array(0);
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    yield piece.subarray(0, rest);
    rest -= piece.length;
    if (rest <= 0) break;
  }
  throw new Error("This connection was cut by the test.");
}
