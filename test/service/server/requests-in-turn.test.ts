import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { ByteAccount } from "../../../src/service/limits/byte-account.ts";
import { listen } from "../../../src/service/server/listen.ts";

const LOCAL = { host: "127.0.0.1", port: 0 };
const ask = (path: string): string => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

test("requests that were sent ahead are answered one by one, in order", async () => {
  const seen: string[] = [];
  let running = 0;
  const server = await listen(async ({ url }) => {
    seen.push(`${new URL(url).pathname} beside ${running++}`);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return new Response(new URL(url).pathname);
  }, LOCAL);
  const client = await open(server.url);
  client.write(ask("a") + ask("b") + ask("c").replace("GET", "POST"));
  let text = "";
  for await (const piece of client) if (/\/c$/.test((text += String(piece)))) break;
  expect(seen).toEqual(["/a beside 0", "/b beside 0", "/c beside 0"]);
  expect(text.match(/\/[abc](?=HTTP|$)/g)).toEqual(["/a", "/b", "/c"]);
  await server.close();
});

test("a connection with many requests ahead, one after another, has no more listeners than one with few", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on("warning", note);
  const server = await listen(() => Promise.resolve(new Response("done")), LOCAL);
  const client = await open(server.url);
  for (let i = 0; i < 15; i++) {
    client.write(ask("a") + ask("b"));
    for (let text = ""; (text.match(/done/g) ?? []).length < 2;)
      text += String((await once(client, "data"))[0]);
  }
  await server.close();
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("a client that reads nothing gets one reply into its buffers; the others are not made", async () => {
  let replies = 0;
  const server = await listen(() => {
    replies++;
    return Promise.resolve(new Response(Buffer.alloc(16 << 20)));
  }, LOCAL);
  const client = await open(server.url);
  client.pause();
  client.write(ask("x").repeat(50));
  while (replies === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await (await fetch(server.url)).arrayBuffer();
  expect(replies).toBe(2);
  client.destroy();
  await server.close();
});

test("a connection with more requests ahead than its address may have is closed, others are answered", async () => {
  const account = new ByteAccount({ address: { each: 100 * 1024, all: 1e6 } });
  const held: (() => void)[] = [];
  const server = await listen(
    ({ url }) =>
      url.endsWith("/held")
        ? new Promise((resolve) => held.push(() => resolve(new Response("late"))))
        : Promise.resolve(new Response("here")),
    { ...LOCAL, account },
  );
  const client = await open(server.url);
  client.write(ask("held").repeat(2000));
  await once(client, "close");
  expect(await (await fetch(server.url)).text()).toBe("here");
  for (const answer of held) answer();
  while (account.sums.address > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(held).toHaveLength(1);
  await server.close();
});
