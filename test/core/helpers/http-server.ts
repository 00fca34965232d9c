import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server received it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** The client's port of the connection. */
  readonly port: number | undefined;
}

/** A reply; `destroy` cuts the connection after the body's bytes. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | object;
  readonly destroy?: boolean;
  /** The body is sent at once, its end only when this resolves. */
  readonly hang?: Promise<void>;
}

export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** A real HTTP server on a free loopback port; `handle` answers each request. */
export async function httpServer(
  handle: (request: SeenRequest) => Reply | Promise<Reply>,
): Promise<HttpServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = "", url = "", headers } = request;
      const record = { method, url, headers, body: Buffer.concat(chunks), port: request.socket.remotePort };
      seen.push(record);
      const reply = await handle(record);
      const { body = "" } = reply;
      const bytes =
        typeof body === "string"
          ? Buffer.from(body)
          : body instanceof Uint8Array
            ? body
            : Buffer.from(JSON.stringify(body));
      if (reply.destroy) {
        response.writeHead(reply.status ?? 200, {
          "content-length": String(bytes.length + 1000),
          ...reply.headers,
        });
        response.write(bytes, () => response.destroy());
        return;
      }
      response.writeHead(reply.status ?? 200, reply.headers);
      if (reply.hang) {
        response.write(bytes);
        await reply.hang;
      }
      response.end(reply.hang ? undefined : bytes);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
