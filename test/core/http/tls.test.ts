import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { selfSigned } from "../helpers/self-signed.ts";

// Anyone between client and service can present an untrusted certificate.

const certificate = selfSigned();
const seen: string[] = [];
const server = createServer(certificate, (request, response) => {
  seen.push(String(request.headers.authorization));
  response.end('{"databases":[]}');
});
let url: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test("an untrusted certificate is refused, and the key is not sent", async () => {
  // The certificate is valid for this address; only its issuer is not trusted.
  expect(new X509Certificate(certificate.cert).checkIP("127.0.0.1")).toBe("127.0.0.1");
  const client = connect("1/secret", url, { env: {}, max_cumul_retry_delay: 0 });
  await expect(client.list_databases()).rejects.toThrow(
    `the certificate of ${url} can't be trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`,
  );
  client.close();
  expect(seen).toEqual([]);
});

test("a server without TLS is named at once, as service or as proxy", async () => {
  await using plain = createPlainServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const address = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  const options = { env: {}, sleep: () => Promise.reject(new Error("tried again")) };
  const said = "does not answer with TLS; check its port, and whether it is http://";
  await expect(connect("1/secret", address, options).list_databases()).rejects.toThrow(`${address} ${said}`);
  const proxied = connect("1/secret", "https://api.example.com", { ...options, http_proxy: address });
  await expect(proxied.list_databases()).rejects.toThrow(`the proxy ${address} ${said}`);
});
