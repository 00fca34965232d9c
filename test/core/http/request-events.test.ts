import { expect, jest, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { RequestEvents } from "../../../src/core/http/request-events.ts";
import { httpServer, type Reply } from "../helpers/http-server.ts";

const sleep = (): Promise<void> => Promise.resolve();

async function flaky() {
  const replies: Reply[] = [{ status: 500, body: { error: "1/s3cret" } }];
  return httpServer(() => replies.shift() ?? { body: { databases: [] } });
}

test("each attempt is a request and a response, with a retry between", async () => {
  await using server = await flaky();
  const events: unknown[] = [];
  const client = connect("1/s3cret", server.url, { sleep });
  const stop = client.on({
    request: (event) => events.push(["request", event]),
    response: (event) => events.push(["response", event]),
    retry: (event) => events.push(["retry", event]),
  });
  await client.list_databases();
  stop();
  await client.list_databases();
  const [first, second] = server.seen.map(({ headers }) => headers["x-svc-request"]);
  const own = { what: "list databases", method: "GET", url: `${server.url}/v3/database/list` };
  expect(events).toEqual([
    ["request", { ...own, id: first, attempt: 1 }],
    ["response", { ...own, id: first, attempt: 1, status: 500, bytes: null, elapsedMs: expect.any(Number) }],
    [
      "retry",
      {
        ...own,
        id: first,
        attempt: 1,
        delayMs: expect.any(Number),
        reason: expect.stringContaining("HTTP 500"),
      },
    ],
    ["request", { ...own, id: second, attempt: 2 }],
    ["response", { ...own, id: second, attempt: 2, status: 200, bytes: null, elapsedMs: expect.any(Number) }],
  ]);
  expect(JSON.stringify(events)).not.toContain("s3cret");
});

test("a request without a reply has no status", async () => {
  const statuses: unknown[] = [];
  const on = { response: ({ status }: { status: number | null }) => statuses.push(status) };
  const client = connect("1/s3cret", "http://127.0.0.1:9", { on, max_cumul_retry_delay: 0 });
  await expect(client.list_databases()).rejects.toThrow("nothing answers");
  expect(statuses).toEqual([null]);
});

test("a listener that throws does not change the request", async () => {
  await using server = await flaky();
  const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const fail = (): never => {
    throw new Error("broken log");
  };
  const client = connect("1/s3cret", server.url, {
    sleep,
    on: { request: fail, response: fail, retry: fail },
  });
  expect(await client.list_databases()).toEqual([]);
  expect(warned.mock.calls.map(([said]) => said)).toContain("a listener of retry failed: Error: broken log");
  warned.mockRestore();
});

test("a listener that rejects does not end the process", async () => {
  const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const events = new RequestEvents();
  const rejects: () => unknown = () => Promise.reject(new Error("broken log"));
  events.add({ request: rejects });
  events.emit("request", { id: "1", what: "list databases", method: "GET", url: "http://a/", attempt: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(warned.mock.calls.map(([said]) => said)).toEqual([
    "a listener of request failed: Error: broken log",
  ]);
  warned.mockRestore();
});

test.each([[{ reply: () => 1 }], [{ request: 1 }], [null]])("on(%j) is refused", (listeners) => {
  const client = connect("1/s3cret", "http://127.0.0.1:9");
  expect(() => client.on(listeners as never)).toThrow(
    "on must be an object of the functions request, response and retry",
  );
});

test("SVC_DEBUG=1 writes a line for each request to standard error, without the key", async () => {
  await using server = await flaky();
  const lines: string[] = [];
  const spy = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  await connect("1/s3cret", server.url, { sleep, env: { SVC_DEBUG: "1" } }).list_databases();
  spy.mockRestore();
  expect(lines).toEqual([
    expect.stringMatching(/^svclib: GET http:\S+\/v3\/database\/list 500 \d+ ms\n$/),
    expect.stringMatching(
      /^svclib: GET http:\S+\/v3\/database\/list again in \d+ ms: list databases failed: .*\n$/,
    ),
    expect.stringMatching(/^svclib: GET http:\S+\/v3\/database\/list 200 \d+ ms, attempt 2\n$/),
  ]);
  expect(lines.join("")).not.toContain("s3cret");
});
