import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, jest, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import type { ConnectOptions } from "../../../src/core/options/client-options.ts";
import type { Fetch } from "../../../src/core/http/fetch-types.ts";
import { collectWarnings } from "../helpers/collect-warnings.ts";
import { httpServer, type Reply } from "../helpers/http-server.ts";
import { wholeWaits } from "../helpers/whole-waits.ts";

const LIST = { body: { databases: [] } };

/** Options that record the delays instead of waiting. */
function noting(options: ConnectOptions = {}): ConnectOptions & { slept: number[] } {
  const slept: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    slept.push(ms);
    return Promise.resolve();
  };
  return Object.assign({ sleep, now: () => Date.UTC(2024, 0, 1), ...options }, { slept });
}

function client(url: string, options: ConnectOptions & { slept: number[] }) {
  const { slept: _slept, ...rest } = options;
  return connect("1/s3cret", url, rest);
}

async function serve(replies: readonly Reply[]) {
  let next = 0;
  return httpServer(() => replies[Math.min(next++, replies.length - 1)] as Reply);
}

wholeWaits();
const warnings = collectWarnings();

describe("retries", () => {
  test("of a GET: 5xx and 429, delays double, Retry-After is obeyed", async () => {
    const options = noting();
    await using server = await serve([
      { status: 500 },
      { status: 503 },
      { status: 429, headers: { "retry-after": "7" } },
      {
        status: 502,
        headers: { date: "Mon, 01 Jan 2024 00:00:00 GMT", "retry-after": "Mon, 01 Jan 2024 00:00:30 GMT" },
      },
      LIST,
    ]);
    expect(await client(server.url, options).list_databases()).toEqual([]);
    // Up to a second is added to the server's delay.
    expect(options.slept).toEqual([500, 1000, 7700, 31_000]);
    expect(warnings).toEqual([
      {
        code: "retrying",
        message:
          "list databases failed: the service gave no reason (HTTP 429, GET /v3/database/list); trying again, for up to 600 s",
      },
    ]);
  });

  test.each([408, 425])("of a GET also after %p", async (status) => {
    await using server = await serve([{ status }, LIST]);
    expect(await client(server.url, noting()).list_databases()).toEqual([]);
  });

  test("a truncated reply is requested again", async () => {
    const options = noting();
    await using server = await serve([{ body: '{"data', destroy: true }, LIST]);
    expect(await client(server.url, options).list_databases()).toEqual([]);
    expect(options.slept).toEqual([500]);
  });

  test("the limit is for all delays together", async () => {
    const options = noting({ max_cumul_retry_delay: 10 });
    await using server = await serve([{ status: 503, body: { message: "going down" } }]);
    await expect(client(server.url, options).list_databases()).rejects.toMatchObject({
      name: "HttpError",
      message:
        "list databases failed: going down (HTTP 503, GET /v3/database/list); gave up after 5 attempts and 7.5 s of waiting",
      status: 503,
      method: "GET",
      path: "/v3/database/list",
      body: '{"message":"going down"}',
    });
    expect(options.slept).toEqual([500, 1000, 2000, 4000]);
  });

  test("delays are random, so that clients that failed together do not retry together", async () => {
    jest.restoreAllMocks();
    const waits = async (): Promise<number[]> => {
      const options = noting();
      await using server = await serve([{ status: 503 }, { status: 503 }, { status: 503 }, LIST]);
      await client(server.url, options).list_databases();
      return options.slept;
    };
    const [one, other] = [await waits(), await waits()];
    expect(one).not.toEqual(other);
    for (const [i, ms] of [...one, ...other].entries()) {
      const whole = [500, 1000, 2000][i % 3] as number;
      expect(ms).toBeGreaterThanOrEqual(whole / 2);
      expect(ms).toBeLessThanOrEqual(whole);
    }
  });

  test.each([
    [600, "3600", "; it asks to wait 3600 s, and max_cumul_retry_delay leaves 600 s"],
    [0, "1", "; it asks to wait 1 s, and max_cumul_retry_delay leaves 0 s"],
  ])("with a limit of %i s, a delay of %s s is not begun", async (cap, header, note) => {
    const options = noting({ max_cumul_retry_delay: cap });
    await using server = await serve([
      { status: 429, headers: { "retry-after": header }, body: { error: "Busy", text: "over the quota" } },
    ]);
    await expect(client(server.url, options).list_databases()).rejects.toMatchObject({
      status: 429,
      message: `list databases failed: over the quota (HTTP 429, GET /v3/database/list)${note}`,
    });
    expect(options.slept).toEqual([]);
  });

  test.each([429, 503])("%i means that nothing was done: a POST is retried, too", async (status) => {
    const options = noting();
    const replies: Reply[] = [{ status }, { status, headers: { "retry-after": "2" } }, { body: {} }];
    await using server = await httpServer(({ method }) =>
      method === "GET" ? LIST : (replies.shift() as Reply),
    );
    expect(await client(server.url, options).create_database_if_not_exists("d")).toBe(true);
    expect(options.slept).toEqual([500, 2200]);
  });

  test.each(["0", "-5", "1, 1", "Wed, 21 Oct 2015 07:28:00 GMT"])(
    "a Retry-After of %p is not obeyed without end",
    async (header) => {
      const options = noting({ max_cumul_retry_delay: 2 });
      await using server = await serve([{ status: 503, headers: { "retry-after": header } }]);
      await expect(client(server.url, options).list_databases()).rejects.toThrow("gave up after 4 attempts");
    },
  );

  test("a Retry-After date is measured by the server's clock", async () => {
    const headers = { date: "Fri, 05 Jan 2024 00:00:00 GMT", "retry-after": "Fri, 05 Jan 2024 00:00:07 GMT" };
    await using server = await serve([{ status: 429, headers }, LIST]);
    const options = noting();
    await client(server.url, options).list_databases();
    // Up to a second is added.
    expect(options.slept).toEqual([7700]);
  });

  test.each([501, 505, 507])("%i is not retried", async (status) => {
    const options = noting();
    await using server = await serve([{ status, body: "not here" }]);
    await expect(client(server.url, options).list_databases()).rejects.toThrow("not here");
    expect(options.slept).toEqual([]);
  });

  test("the status is kept if the error page can't be read", async () => {
    await using server = await serve([
      { status: 403, headers: { "content-encoding": "gzip" }, body: gzipSync("no").subarray(0, 5) },
      { status: 404, body: "gone", destroy: true },
    ]);
    await expect(client(server.url, noting()).list_databases()).rejects.toMatchObject({ status: 403 });
    await expect(client(server.url, noting()).list_databases()).rejects.toMatchObject({ status: 404 });
  });

  test("of a POST only if requested; the server's message is kept", async () => {
    const replies = [{ status: 500, body: "out of luck" }, { body: {} }, { body: {} }];
    await using server = await httpServer((request) =>
      request.method === "GET" ? LIST : (replies.shift() as Reply),
    );
    const once = noting();
    await expect(client(server.url, once).create_database_if_not_exists("d")).rejects.toThrow(
      "create database d failed: out of luck (HTTP 500, POST /v3/database/create/d); it may have had its effect: check before you repeat it",
    );
    expect(once.slept).toEqual([]);
    replies.unshift({ status: 500, body: "out of luck" });
    expect(
      await client(server.url, noting({ retry_post_requests: true })).create_database_if_not_exists("d"),
    ).toBe(true);
  });

  test.each([400, 401, 403, 404, 405, 409, 422])("%i is final", async (status) => {
    const options = noting();
    await using server = await serve([{ status, body: { error: "no", message: "not this way" } }]);
    const name =
      { 401: "AuthError", 403: "ForbiddenError", 404: "NotFoundError", 409: "AlreadyExistsError" }[status] ??
      "HttpError";
    await expect(client(server.url, options).list_databases()).rejects.toMatchObject({
      name,
      message: `list databases failed: not this way (HTTP ${status}, GET /v3/database/list)`,
    });
    expect(options.slept).toEqual([]);
  });
});

describe("no reply", () => {
  test("on this machine a refused connection says how to start the service, at once", async () => {
    const server = await serve([LIST]);
    await server[Symbol.asyncDispose]();
    const options = noting();
    await expect(client(server.url, options).list_databases()).rejects.toMatchObject({
      name: "NetworkError",
      code: "ECONNREFUSED",
      message: `list databases failed: nothing answers at ${server.url}; start the local service with: npx svclib serve --samples`,
    });
    expect(options.slept).toEqual([]);
  });

  test("a silent server is a timeout, which is retried", async () => {
    const options = noting({ timeout: 0.05, max_cumul_retry_delay: 0.6 });
    await using server = await httpServer(() => new Promise<Reply>(() => {}));
    await expect(client(server.url, options).list_databases()).rejects.toMatchObject({
      name: "TimeoutError",
      timeoutMs: 50,
      message: `list databases failed: no reply from ${new URL(server.url).host} within 0.05 s; gave up after 2 attempts and 0.5 s of waiting`,
    });
    expect(options.slept).toEqual([500]);
  });

  test("a POST that a server does not answer may have been carried out: it is not sent again", async () => {
    const options = noting({ timeout: 0.05 });
    await using server = await httpServer(({ method }) =>
      method === "GET" ? LIST : new Promise<Reply>(() => {}),
    );
    await expect(client(server.url, options).create_database_if_not_exists("d")).rejects.toMatchObject({
      name: "TimeoutError",
      message: `create database d failed: no reply from ${new URL(server.url).host} within 0.05 s; it may have had its effect: check before you repeat it`,
    });
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test.each([
    ["a host that was not reached", "ECONNREFUSED", 2],
    ["a connection that was cut", "ECONNRESET", 1],
  ])("a POST after %s (%s) is sent %i times in all", async (_, code, times) => {
    let posts = 0;
    const fetch: Fetch = (__, { method }) => {
      posts += method === "POST" ? 1 : 0;
      if (method === "POST" && posts === 1) return Promise.reject(Object.assign(new Error(code), { code }));
      const body = (function* () {
        yield '{"databases":[]}';
      })();
      const reply = { status: 200, headers: { get: () => null }, body };
      return Promise.resolve(reply as unknown as Awaited<ReturnType<Fetch>>);
    };
    const creation = client("https://api.example.com", noting({ fetch })).create_database_if_not_exists("d");
    expect(await creation.catch(({ name }: Error) => name)).toBe(times === 2 ? true : "NetworkError");
    expect(posts).toBe(times);
  });

  test("a slow reply is not a silent one", async () => {
    const fetch: Fetch = (_, { signal }) => {
      const drip = async function* (): AsyncGenerator<string> {
        for (const piece of ['{"data', "bas", 'es":', "[", "]", "}"]) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          signal?.throwIfAborted();
          yield piece;
        }
      };
      const reply = { status: 200, headers: { get: () => null }, body: drip() };
      return Promise.resolve(reply as unknown as Awaited<ReturnType<Fetch>>);
    };
    const options = noting({ fetch, timeout: 0.4, max_cumul_retry_delay: 0 });
    expect(await client("https://api.example.com", options).list_databases()).toEqual([]);
  });

  test("an unknown host is not retried", async () => {
    const fetch: Fetch = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    const options = noting({ fetch });
    await expect(client("https://api.example.invalid", options).list_databases()).rejects.toThrow(
      "list databases failed: the host api.example.invalid does not exist; check the endpoint (SVC_API_SERVER)",
    );
    expect(options.slept).toEqual([]);
  });

  test("a request that this process can't send is not retried", async () => {
    const fetch: Fetch = () => Promise.reject(new Error("http.request was replaced"));
    const options = noting({ fetch });
    await expect(client("https://api.example.com", options).list_databases()).rejects.toThrow(
      "list databases failed: the request to https://api.example.com could not be sent (http.request was replaced)",
    );
    expect(options.slept).toEqual([]);
  });

  test("a header that can't be sent fails at once, by its name", async () => {
    const options = noting({ headers: { "x-team": "東京" } });
    await expect(client("http://127.0.0.1:1", options).list_databases()).rejects.toThrow(
      'list databases failed: the request to http://127.0.0.1:1 could not be sent (Invalid character in header content ["x-team"])',
    );
    expect(options.slept).toEqual([]);
  });

  test.each(["fetch failed", "error sending request for url (https://api.example.com/)", "terminated"])(
    "a failure of another fetch is retried: %s",
    async (message) => {
      const failures = [new TypeError(message)];
      const reply = {
        status: 200,
        headers: { get: () => null },
        body: null,
        text: () => Promise.resolve('{"databases":[]}'),
      };
      const fetch: Fetch = () => {
        const failure = failures.shift();
        return failure
          ? Promise.reject(failure)
          : Promise.resolve(reply as unknown as Awaited<ReturnType<Fetch>>);
      };
      expect(await client("https://api.example.com", noting({ fetch })).list_databases()).toEqual([]);
    },
  );

  test("an abort ends the delay between attempts", async () => {
    await using server = await serve([{ status: 503 }]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    await expect(
      connect("1/k", server.url).list_databases({ signal: controller.signal }),
    ).rejects.toMatchObject({ name: "InterruptedError" });
  });
});

describe("requests", () => {
  test("headers, path below the endpoint's own, encoded segments", async () => {
    await using server = await serve([{ body: { tables: [] } }]);
    const con = connect("1/s3cret", `${server.url}/base//`, {
      headers: { "x-extra": "1", authorization: "none" },
      user_agent: "app/2",
    });
    await con.list_tables("a b/ü'");
    const [request] = server.seen;
    expect(request?.url).toBe("/base/v3/table/list/a%20b%2F%C3%BC%27");
    expect(request?.headers).toMatchObject({
      authorization: "TD1 1/s3cret",
      "x-extra": "1",
      "accept-encoding": "gzip",
    });
    expect(request?.headers["user-agent"]).toMatch(/^app\/2 svclib\/[\d.]+ \(node\/[\d.]+\)$/);
    expect(request?.headers.date).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} -0000$/);
  });

  test("a key that the server echoes is hidden in the error", async () => {
    await using server = await serve([{ status: 401, body: { message: "unknown key 1/s3cret" } }]);
    const error = await client(server.url, noting())
      .list_databases()
      .catch((e: unknown) => e);
    expect(error).toMatchObject({
      message: "list databases failed: unknown key *** (HTTP 401, GET /v3/database/list)",
    });
    expect(JSON.stringify(error)).not.toContain("s3cret");
  });

  test("connections are reused", async () => {
    const sockets = new Set<number | undefined>();
    await using server = await httpServer(() => LIST);
    const con = connect("1/k", server.url);
    for (let i = 0; i < 3; i++) {
      await con.list_databases();
      sockets.add(server.seen.at(-1)?.port);
    }
    expect(sockets.size).toBe(1);
    con.close();
    await expect(con.list_databases()).rejects.toThrow("the client is closed");
  });

  test.each([
    ["not JSON", "busy", "list databases failed: the reply is not JSON: busy"],
    ["a page", "<p>busy", "list databases failed: a page was received instead of the reply: <p>busy"],
    ["no object", "[1]", "list databases failed: the reply has no list of databases: [1]"],
    ["null", "null", "list databases failed: the reply is not an object: null"],
    ["empty", "", "list databases failed: the reply is empty"],
    ["no list", "{}", "list databases failed: the reply has no list of databases: {}"],
    [
      "an error sent as a success",
      '{"error": "account 1/s3cret suspended"}',
      'list databases failed: the reply has no list of databases: {"error":"account *** suspended"}',
    ],
  ])("a reply that is %s", async (_name, body, message) => {
    await using server = await serve([{ body }]);
    await expect(client(server.url, noting()).list_databases()).rejects.toMatchObject({
      name: "DecodeError",
      message,
    });
  });

  test.each([
    [
      "text beside a short error",
      { error: "Bad request", text: "no column x", severity: "error" },
      "no column x",
    ],
    ["a message", { error: "Bad request", message: "no column x" }, "no column x"],
    ["an error inside", { error: { code: 7, message: "no column x" } }, "no column x"],
    ["a list of errors", { errors: [{ detail: "no column x" }, { detail: "no column y" }] }, "no column x"],
    ["a description", { error: "invalid_request", error_description: "no column x" }, "no column x"],
    ["a reason", { reason: "no column x" }, "no column x"],
    ["an error alone", { error: "no column x", severity: "error" }, "no column x"],
    ["a text in quotes", '"no column x"', "no column x"],
    ["plain text", "no  column\nx\n", "no column x"],
    ["text that begins as some compressed data", "80 jobs are running", "80 jobs are running"],
    ["text that begins as other compressed data", "(Service closed)", "(Service closed)"],
    ["a page with a style", "<style>p { color: red }</style><p>no column x</p>", "no column x"],
    ["nothing", "", "the service gave no reason"],
    ["an empty object", {}, "the service gave no reason"],
    ["null", "null", "the service gave no reason"],
    ["unknown fields", { code: 7 }, '{"code":7}'],
  ])("the reason, given as %s", async (_name, body, reason) => {
    await using server = await serve([{ status: 400, body }]);
    await expect(client(server.url, noting()).list_databases()).rejects.toThrow(
      `list databases failed: ${reason} (HTTP 400, GET /v3/database/list)`,
    );
  });

  test("an error page of a gateway is shortened to its text", async () => {
    await using server = await serve([
      { status: 403, body: "<html><body><h1>403</h1>\n<p>Forbidden by policy</p></body></html>" },
    ]);
    await expect(client(server.url, noting()).list_databases()).rejects.toThrow(
      "list databases failed: 403 Forbidden by policy (HTTP 403, GET /v3/database/list)",
    );
  });
});

test.each<[string, Reply]>([
  [
    "packed, and labelled so",
    { headers: { "content-encoding": "gzip" }, body: gzipSync('{"databases":[]}') },
  ],
  ["packed, and not labelled", { body: gzipSync('{"databases":[]}') }],
  ["labelled as packed", { headers: { "content-encoding": "gzip" }, body: '{"databases":[]}' }],
  [
    "packed by deflate",
    { headers: { "content-encoding": "deflate" }, body: deflateSync('{"databases":[]}') },
  ],
])("a reply that is %s is read", async (_name, reply) => {
  await using server = await serve([reply]);
  expect(await client(server.url, noting({ max_cumul_retry_delay: 0 })).list_databases()).toEqual([]);
});

test("a truncated compressed reply is an error", async () => {
  const cut = gzipSync('{"databases":[]}').subarray(0, -3);
  await using server = await serve([{ headers: { "content-encoding": "gzip" }, body: cut }]);
  await expect(client(server.url, noting()).list_databases()).rejects.toMatchObject({ name: "DecodeError" });
});

test("a proxy is used for other hosts, not for this machine", async () => {
  await using proxy = await httpServer(() => LIST);
  await using server = await httpServer(() => LIST);
  const env = { SVC_ALLOW_HTTP: "api.example.invalid" };
  const options = noting({ http_proxy: proxy.url.replace("http://", ""), env });
  await client("http://api.example.invalid", options).list_databases();
  expect(proxy.seen.map(({ url }) => url)).toEqual(["http://api.example.invalid/v3/database/list"]);
  await client(server.url, options).list_databases();
  expect(server.seen).toHaveLength(1);
  expect(proxy.seen).toHaveLength(1);
});

test("a redirect is not followed: it would carry the key along", async () => {
  await using other = await httpServer(() => LIST);
  await using server = await httpServer(() => ({ status: 307, headers: { location: other.url } }));
  await expect(client(server.url, noting()).list_databases()).rejects.toThrow(
    `list databases failed: the service gave no reason (HTTP 307, GET /v3/database/list); it redirects to ${other.url}, which is not followed: set the endpoint to the service's own address`,
  );
  expect(other.seen).toEqual([]);
});

test("an error never shows the key, even if the reply does", async () => {
  await using server = await httpServer(({ headers }) => ({ body: `you sent\n${headers.authorization}` }));
  await expect(client(server.url, noting()).list_databases()).rejects.toThrow(
    "list databases failed: the reply is not JSON: you sent TD1 ***",
  );
});

test.each([
  ["in an address", "see https://c/?key=7%2F0f7he4ey5ecre7"],
  ["in JSON", JSON.stringify({ message: "key 7/0f7he4ey5ecre7" }).replace("/", String.raw`\/`)],
  ["in a page", "<p>key 7&#x2F;0f7he4ey5ecre7</p>"],
])("nor if it is written as %s", async (_name, body) => {
  await using server = await serve([{ status: 400, body }]);
  const con = connect("7/0f7he4ey5ecre7", server.url);
  const error = await con.list_databases().catch((e: unknown) => e);
  expect(error).toMatchObject({ name: "HttpError", message: expect.stringContaining("***") });
  expect(JSON.stringify([error, (error as Error).message])).not.toContain("0f7he4ey5ecre7");
});

test.each<[string, Reply]>([
  ["is empty", { body: "" }],
  ["ends early, without a sign of it", { body: '{"databases":[{"na' }],
  ["is damaged", { body: gzipSync('{"databases":[]}').subarray(0, -3) }],
])("a GET whose reply %s is sent again", async (_name, reply) => {
  await using server = await serve([reply, reply, LIST]);
  const options = noting();
  expect(await client(server.url, options).list_databases()).toEqual([]);
  expect(options.slept).toEqual([500, 1000]);
});

describe("a reply to another request", () => {
  const STRAY = { ...LIST, headers: { "x-svc-request": "00000000-0000-0000-0000-000000000000" } };

  test("is not used for a GET, which is sent again", async () => {
    await using server = await serve([STRAY, { body: { databases: [{ name: "mine" }] } }]);
    const options = noting();
    expect((await client(server.url, options).list_databases()).map(({ name }) => name)).toEqual(["mine"]);
    expect(options.slept).toEqual([500]);
  });

  test("is known by an id that was issued before", () => {
    const { transport } = connect("1/s3cret", "https://api.example.com").connection;
    transport.checkNewId("issue query", "job 7");
    expect(() => transport.checkNewId("issue query", "job 7")).toThrow(
      "issue query failed: the service sent an old reply, for job 7",
    );
  });

  test("is an error for a POST", async () => {
    await using server = await httpServer(({ method }) => (method === "GET" ? LIST : STRAY));
    await expect(client(server.url, noting()).create_database_if_not_exists("d")).rejects.toThrow(
      "create database d failed: the reply belongs to another request",
    );
  });
});

test("an empty request id header counts as absent", async () => {
  await using server = await serve([{ ...LIST, headers: { "x-svc-request": "" } }]);
  expect(await client(server.url, noting({ max_cumul_retry_delay: 0 })).list_databases()).toEqual([]);
});

test("a GET with a bad reply is sent at most three times", async () => {
  await using server = await serve([{ body: "<p>busy</p>" }]);
  await expect(client(server.url, noting()).list_databases()).rejects.toThrow(
    "a page was received instead of the reply",
  );
  expect(server.seen).toHaveLength(3);
});

test("only the beginning of an unbounded error page is read", async () => {
  const page = gzipSync(Buffer.concat([Buffer.from("no such thing "), Buffer.alloc(64 * 2 ** 20, "x")]), {
    level: 9,
  });
  await using server = await serve([{ status: 400, headers: { "content-encoding": "gzip" }, body: page }]);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 1);
  await expect(client(server.url, noting()).list_databases()).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^list databases failed: no such thing x{286}\.\.\. \(HTTP 400/),
  });
  clearInterval(watch);
  expect(most - before).toBeLessThan(32 * 2 ** 20);
});
