import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";

/** No retry delays: the tests must pass without any. */
const NO_WAITING = { max_cumul_retry_delay: 0 };

interface RawServer extends AsyncDisposable {
  readonly url: string;
  /** `METHOD path` of each answered request, and the number of its connection. */
  readonly answered: string[];
}

/** Answers every request except those `drops` selects: these get a connection reset before any byte of the reply. */
async function rawServer(
  drops: (nth: number, request: IncomingMessage) => boolean,
  afterAnswer: (socket: Socket) => void = () => undefined,
): Promise<RawServer> {
  const answered: string[] = [];
  const counts = new Map<Socket, number>();
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const nth = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, nth);
    request.resume().on("end", () => {
      if (drops(nth, request)) return socket.resetAndDestroy();
      answered.push(`${request.method} ${request.url} on ${[...counts.keys()].indexOf(socket)}`);
      response.end(JSON.stringify({ databases: [], tables: [], job_id: "42", status: "success" }));
      response.on("finish", () => afterAnswer(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a request that is reset on a reused connection is sent again over a new one, at once", async () => {
  await using server = await rawServer((nth) => nth === 2);
  const con = connect("1/k", server.url, NO_WAITING);
  await con.list_databases();
  await con.list_databases();
  expect(server.answered).toEqual(["GET /v3/database/list on 0", "GET /v3/database/list on 1"]);
});

test("a request that is reset on a new connection is not: the service may have received it", async () => {
  await using server = await rawServer(() => true);
  await expect(connect("1/k", server.url, NO_WAITING).list_databases()).rejects.toMatchObject({
    name: "NetworkError",
    code: "ECONNRESET",
  });
});

test("a request that must not be repeated never uses a connection that may be closed already", async () => {
  await using server = await rawServer((nth) => nth === 2);
  const con = connect("1/k", server.url, NO_WAITING);
  for (const name of ["d1", "d2"]) await con.create_database_if_not_exists(name);
  expect(server.answered).toEqual([
    "GET /v3/database/list on 0",
    "POST /v3/database/create/d1 on 1",
    "GET /v3/database/list on 2",
    "POST /v3/database/create/d2 on 3",
  ]);
});

test("a server that closes the connection right after each reply", async () => {
  await using server = await rawServer(
    () => false,
    (socket) => socket.end(),
  );
  const con = connect("1/k", server.url, NO_WAITING);
  for (let i = 0; i < 10; i++) expect(await con.create_database_if_not_exists(`d${i}`)).toBe(true);
  const created = server.answered.filter((request) => request.startsWith("POST"));
  expect(created.map((request) => request.split(" ")[1])).toEqual(
    Array.from({ length: 10 }, (_, i) => `/v3/database/create/d${i}`),
  );
});

test("connections that close while a cell blocks the event loop cause no failure", async () => {
  // The server runs in a thread of its own, as this one is blocked below.
  const source = `
    const { createServer } = require("node:http");
    const { parentPort } = require("node:worker_threads");
    const server = createServer({ keepAliveTimeout: 30 }, (request, response) => {
      request.resume().on("end", () => response.end('{"databases":[],"job_id":"7"}'));
    });
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(source, { eval: true });
  try {
    const port = await new Promise<number>((resolve) => worker.once("message", resolve));
    const con = connect("1/k", `http://127.0.0.1:${port}`, NO_WAITING);
    for (let i = 0; i < 3; i++) {
      await con.list_databases();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      await con.create_database_if_not_exists(`d${i}`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  } finally {
    await worker.terminate();
  }
});

test("a reply that arrived while a cell blocked the event loop is not a timeout", async () => {
  await using server = await rawServer(() => false);
  const con = connect("1/k", server.url, { ...NO_WAITING, timeout: 0.5 });
  await con.list_databases();
  const asked = con.list_databases();
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  await asked;
});
