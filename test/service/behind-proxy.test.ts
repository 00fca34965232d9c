import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Agent, get } from "node:https";
import { text } from "node:stream/consumers";
import { BasicAuth, Trino } from "trino-client";
import { once } from "node:events";
import { startTestService, type TestService } from "./helpers/start-test-service.ts";
import { tlsProxy, type TlsProxy } from "./helpers/tls-proxy.ts";

let service: TestService;
let stranger: TestService;

beforeAll(async () => {
  [service, stranger] = await Promise.all([
    startTestService({ trustedProxies: ["loopback"] }),
    startTestService(),
  ]);
  await service.post("/v3/database/create/test_db");
});

afterAll(() => Promise.all([service.remove(), stranger.remove()]));

const xForwarded = (host: string) => ({ "x-forwarded-proto": "https", "x-forwarded-host": host });
const forwarded = (host: string) => ({ forwarded: `for=192.0.2.1;proto=https;host="${host}"` });

/** A GET through the proxy, as JSON. */
async function ask({ url, ca }: TlsProxy, path: string, key: string): Promise<unknown> {
  const agent = new Agent({ ca });
  const asked = get(url + path, { agent, headers: { authorization: `TD1 ${key}` } });
  const [response] = (await once(asked, "response")) as [NodeJS.ReadableStream];
  return JSON.parse(await text(response)) as unknown;
}

/** The rows of a statement by trino-client. */
async function rowsOf({ url, ca }: TlsProxy, key: string, sql: string): Promise<unknown[]> {
  const client = Trino.create({ server: url, schema: "test_db", auth: new BasicAuth(key), ssl: { ca } });
  const rows: unknown[] = [];
  for await (const { data } of await client.query(sql)) rows.push(...(data ?? []));
  return rows;
}

test.each([
  ["X-Forwarded-Proto and -Host", xForwarded, ""],
  ["Forwarded", forwarded, ""],
  ["X-Forwarded-Prefix", (host: string) => ({ ...xForwarded(host), "x-forwarded-prefix": "/svc" }), "/svc"],
])(
  "behind a trusted proxy with TLS and %s every address in a reply is the proxy's",
  async (_, headers, prefix) => {
    await using proxy = await tlsProxy(service.url, headers, prefix);
    expect(await rowsOf(proxy, service.apikey, "select i from range(3) t(i)")).toEqual([[0], [1], [2]]);
    const jobId = await service.runJob("select 1");
    expect(await ask(proxy, `/v3/job/show/${jobId}`, service.apikey)).toMatchObject({
      url: `${proxy.url}/v3/job/show/${jobId}`,
    });
    expect(await ask(proxy, "/v3/job/list", service.apikey)).toMatchObject({
      jobs: expect.arrayContaining([expect.objectContaining({ url: `${proxy.url}/v3/job/show/${jobId}` })]),
    });
    expect(await ask(proxy, "/openapi.json", "")).toMatchObject({ servers: [{ url: proxy.url }] });
  },
);

test("no reply has another address than the proxy's", async () => {
  await using proxy = await tlsProxy(service.url, xForwarded);
  const posted = await fetch(`${service.url}/v1/statement`, {
    method: "POST",
    body: "select 1",
    headers: {
      "x-trino-user": service.apikey,
      "x-forwarded-proto": "https",
      "x-forwarded-host": new URL(proxy.url).host,
    },
  });
  const addresses = JSON.stringify(await posted.json()).match(/https?:\/\/[^/"]*/g);
  expect(new Set(addresses)).toEqual(new Set([proxy.url]));
});

test("a proxy that is not trusted says nothing, and --public-url does", async () => {
  await using proxy = await tlsProxy(stranger.url, xForwarded);
  expect(await ask(proxy, "/openapi.json", "")).toMatchObject({ servers: [{ url: "http://localhost" }] });
  const known = await startTestService({ publicUrl: "https://svc.example.com/data/" });
  await using other = await tlsProxy(known.url, () => ({}));
  expect(await ask(other, "/openapi.json", "")).toMatchObject({
    servers: [{ url: "https://svc.example.com/data" }],
  });
  await known.remove();
});
