import { expect, test } from "@jest/globals";
import { request } from "node:http";
import { listen } from "../../../src/service/server/listen.ts";

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
