import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A reply: status and body, of which `cut` closes the connection after the first half; with `undefined` the request gets none. */
export type Answer = { readonly status?: number; readonly body: unknown; readonly cut?: true } | undefined;

export interface FakeCoordinator {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** A server that replies to requests in turn as instructed; DELETE gets a 204 and is not counted. */
export async function fakeCoordinator(
  answer: (url: string, count: number) => Answer,
): Promise<FakeCoordinator> {
  const asked: Asked[] = [];
  let url = "";
  let count = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      asked.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
      if (request.method === "DELETE") return void response.writeHead(204).end();
      const reply = answer(url, count++);
      if (reply === undefined) return;
      const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status ?? 200, { "content-type": "application/json" });
      if (reply.cut === undefined) response.end(text);
      else response.write(text.slice(0, text.length / 2), () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
