import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { App } from "./http/create-app.ts";

export interface Listening {
  /** `http://host:port`, without a slash at its end. */
  readonly url: string;
  /** Takes no more connections, lets running answers finish for a moment, then cuts them. */
  close(): Promise<void>;
}

/** Longest time that running answers get at the end. */
const DRAIN_MS = 2000;

/** Opens the app on a socket. @param port - 0 for a free one. */
export async function listen(app: App, host: string, port: number): Promise<Listening> {
  const server = await new Promise<Server>((resolve, reject) => {
    const started = serve({ fetch: (request) => app(request), hostname: host, port }, () => {
      started.off("error", reject);
      resolve(started as Server);
    });
    started.once("error", reject);
  });
  // Clients that wait for jobs keep their connection between polls.
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        server.close((error) => {
          clearTimeout(cut);
          if (error) reject(error);
          else resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
