import { once } from "node:events";
import { request as forward } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSigned } from "../../core/helpers/self-signed.ts";

export interface TlsProxy extends AsyncDisposable {
  /** `https://127.0.0.1:port` */
  readonly url: string;
  /** Certificate that clients must trust. */
  readonly ca: string;
}

/** A proxy that terminates TLS in front of a service. @param prefix - Path that it takes away. */
export async function tlsProxy(
  target: string,
  headersFor: (host: string) => Record<string, string>,
  prefix = "",
): Promise<TlsProxy> {
  const certificate = selfSigned();
  const server = createServer(certificate, (request, response) => {
    const { host = "" } = request.headers;
    const headers = { ...request.headers, host: "localhost", ...headersFor(host) };
    const path = (request.url ?? "").slice(prefix.length);
    const passed = forward(target + path, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    ca: certificate.cert,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
