import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Below the ephemeral ports, so that no outgoing connection takes the port before the kernel binds it. */
const FIRST = 20_000;
const LAST = 32_000;
const ATTEMPTS = 200;

/** @returns null if the port is taken. */
function hold(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/** `count` distinct free loopback ports. All are bound before any is released. */
export async function freePorts(count: number, except: readonly number[] = []): Promise<number[]> {
  const held = new Map<number, Server>();
  for (let attempt = 0; held.size < count && attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, LAST);
    const server = held.has(port) || except.includes(port) ? null : await hold(port);
    if (server) held.set(port, server);
  }
  await Promise.all([...held.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  if (held.size < count) throw new Error(`No ${count} free ports between ${FIRST} and ${LAST}`);
  return [...held.keys()];
}
