import { expect, test } from "@jest/globals";
import { Agent, request } from "node:http";
import { listen, type Listening } from "../../../src/service/server/listen.ts";

const LOCAL = { host: "127.0.0.1", port: 0 };

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
