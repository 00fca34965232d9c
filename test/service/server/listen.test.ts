import { expect, test } from "@jest/globals";
import { request, Agent } from "node:http";
import { connect } from "node:net";
import { streamResponse } from "../../../src/service/http/stream-response.ts";
import { listen, type Listening } from "../../../src/service/server/listen.ts";

const LOCAL = { host: "127.0.0.1", port: 0 };

test("replies on a free port, streams, and keeps the raw path", async () => {
  const socket = await listen(
    (asked) => Promise.resolve(new Response(asked.url.replace(/^http:\/\/[^/]*/, ""))),
    LOCAL,
  );
  const path = await new Promise<string>((resolve, reject) => {
    const { port } = new URL(socket.url);
    // A URL parser would take `//v3` for a host.
    const asked = request({ host: "127.0.0.1", port, path: "//v3/a%2Fb?c=d" }, (response) => {
      response.setEncoding("utf8").once("data", resolve);
    });
    asked.once("error", reject).end();
  });
  expect(path).toBe("//v3/a%2Fb?c=d");
  await socket.close();
});

test("closing waits for replies in progress", async () => {
  let answer: (response: Response) => void = () => undefined;
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const handler = (): Promise<Response> => {
    arrive();
    return new Promise((resolve) => (answer = resolve));
  };
  const socket = await listen(handler, LOCAL);
  const asked = fetch(socket.url);
  await arrived;
  const closed = socket.close();
  answer(new Response("done"));
  expect(await (await asked).text()).toBe("done");
  await closed;
  await expect(fetch(socket.url)).rejects.toThrow();
});

test("a server on all interfaces is reached on loopback", async () => {
  const socket = await listen(() => Promise.resolve(new Response("here")), { host: "0.0.0.0", port: 0 });
  expect(socket.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(socket.url)).text()).toBe("here");
  await socket.close();
});

test("an occupied port is named in the error", async () => {
  const socket = await listen(() => Promise.resolve(new Response()), LOCAL);
  const port = Number(new URL(socket.url).port);
  await expect(listen(() => Promise.resolve(new Response()), { host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use by another program; choose another one, or 0 for a free one.`,
  );
  await socket.close();
});

test.each([
  // The connection's end in order would be the body's end.
  ["1.0", { text: "first", error: "ECONNRESET" }],
  ["1.1", { text: "5\r\nfirst\r\n", error: null }],
])("a reply that fails in the midst has no end in HTTP/%s", async (version, outcome) => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from("first");
    await arrived;
    throw new Error("damaged");
  };
  const socket = await listen(() => streamResponse(body(), {}), LOCAL);
  const client = connect(Number(new URL(socket.url).port), "127.0.0.1");
  client.write(`GET / HTTP/${version}\r\nhost: svc.test\r\n\r\n`);
  let text = "";
  let error: string | null = null;
  client.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    if (text.includes("first")) arrive();
  });
  client.once("error", ({ code }: NodeJS.ErrnoException) => (error = code ?? ""));
  await new Promise((resolve) => client.once("close", resolve));
  expect({ text: text.slice(text.indexOf("\r\n\r\n") + 4), error }).toEqual(outcome);
  await socket.close();
});

/** One request over a connection of its own: the status and the text. */
function ask(socket: Listening): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const asked = request(socket.url, { agent: new Agent() }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.once("end", () => resolve([response.statusCode, text]));
    });
    asked.once("error", reject).end();
  });
}

test("connections beyond the limit get a reply with the reason", async () => {
  const held: ((response: Response) => void)[] = [];
  const logged: unknown[] = [];
  const app = (): Promise<Response> => new Promise((resolve) => held.push(resolve));
  const socket = await listen(app, { ...LOCAL, log: (entry) => logged.push(entry), most: 2 });
  const first = [ask(socket), ask(socket)];
  while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const [status, text] of await Promise.all([ask(socket), ask(socket), ask(socket)])) {
    expect(status).toBe(503);
    expect((JSON.parse(text) as { text: string }).text).toMatch(
      /^The service answers on all of its 2 connections; ask again in a second\./,
    );
  }
  expect(logged).toEqual([{ event: "connections_full", most: 2 }]);
  for (const answer of held) answer(new Response("done"));
  expect(await Promise.all(first)).toEqual([
    [200, "done"],
    [200, "done"],
  ]);
  await socket.close();
});

test("of many connections at once those within the limit are answered, the others refused", async () => {
  const held: ((response: Response) => void)[] = [];
  const app = (): Promise<Response> => new Promise((resolve) => held.push(resolve));
  const socket = await listen(app, { ...LOCAL, most: 4 });
  const asked = Array.from({ length: 24 }, () => ask(socket));
  let refused = 0;
  for (const one of asked) void one.then(([status]) => (refused += status === 503 ? 1 : 0));
  while (refused < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const answer of held) answer(new Response("done"));
  const statuses = (await Promise.all(asked)).map(([status]) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  await socket.close();
});

test("a new connection replaces the one that has been idle longest", async () => {
  const socket = await listen(() => Promise.resolve(new Response("done")), { ...LOCAL, most: 2 });
  const kept = Array.from({ length: 40 }, () => new Agent({ keepAlive: true }));
  for (const agent of kept) {
    const answered = new Promise((resolve, reject) => {
      const asked = request(socket.url, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      });
      asked.once("error", reject).end();
    });
    expect(await answered).toBe(200);
  }
  const open = kept.map(({ freeSockets }) => Object.values(freeSockets).flat().length);
  expect(open).toEqual([...Array<number>(7).fill(0), ...Array<number>(33).fill(1)]);
  for (const agent of kept) agent.destroy();
  await socket.close();
});
