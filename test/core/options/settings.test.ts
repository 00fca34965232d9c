import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { normalizeEndpoint, resolveTarget, refusePlainHttp } from "../../../src/core/options/settings.ts";
import { statementEndpoint } from "../../../src/core/statement/statement-transport.ts";

test.each([
  ["https://api.example.com/", "https://api.example.com"],
  ["api.example.com", "https://api.example.com"],
  [" api.example.com:8443/v1/ ", "https://api.example.com:8443/v1"],
  ["localhost:8080", "http://localhost:8080"],
  ["127.0.0.1:8190", "http://127.0.0.1:8190"],
  ["[::1]:8190", "http://[::1]:8190"],
  ["http://data.example.com//", "http://data.example.com"],
])("endpoint %j is %s", (text, expected) => {
  expect(normalizeEndpoint(text)).toBe(expected);
});

test.each([
  ["ftp://example.com", 'endpoint "ftp://example.com" must be http or https'],
  ["https://", 'endpoint "https://" is not an address such as https://host'],
  ["1/5ecret", "endpoint is an API key; pass the key first, then the address: connect(key, url)"],
  ["http://1/5ecret@example.com", "endpoint must not carry a user or a key; pass the key as apikey"],
  ["https://1:key@example.com", "endpoint must not carry a user or a key; pass the key as apikey"],
])("endpoint %j is refused", (text, message) => {
  expect(() => normalizeEndpoint(text)).toThrow(message);
});

describe("request URLs", () => {
  test.each([
    [null, null, { SVC_API_KEY: "1/e", SVC_API_SERVER: "api.example.com" }, "https://api.example.com", "1/e"],
    [
      "1/a",
      null,
      { SVC_API_KEY: "1/e", SVC_API_SERVER: "api.example.com" },
      "https://api.example.com",
      "1/a",
    ],
    [
      "1/a",
      "https://other.example.com",
      { SVC_API_SERVER: "api.example.com" },
      "https://other.example.com",
      "1/a",
    ],
  ])("key %j, endpoint %j, environment %j", async (apikey, endpoint, env, expectedEndpoint, expectedKey) => {
    expect(await resolveTarget(apikey, endpoint, env)()).toEqual({
      endpoint: expectedEndpoint,
      apikey: expectedKey,
    });
  });

  test("a server without a key is an error: no other key is sent there", () => {
    expect(() => resolveTarget(null, "api.example.com", {})).toThrow(
      "no API key for https://api.example.com: pass apikey or set SVC_API_KEY",
    );
    expect(() => resolveTarget("1/a b", null, {})).toThrow(
      "the API key contains a blank or a character that an HTTP header can't carry; copy it again into SVC_API_KEY or apikey",
    );
  });

  test("options in the place of the key or the address are refused", () => {
    const message = "apikey and endpoint are texts: connect(apikey, endpoint, { database: ... })";
    expect(() => connect({ apikey: "1/a" } as never)).toThrow(message);
    expect(() => connect("1/a", { database: "db1" } as never)).toThrow(message);
  });

  test("without a server, the running local service is used, even if it started later", async () => {
    const home = await mkdtemp(join(tmpdir(), "svc-home-"));
    const path = join(home, "service.json");
    const target = resolveTarget(null, null, { SVC_HOME: home });
    await expect(target()).rejects.toThrow(
      `neither SVC_API_KEY nor SVC_API_SERVER is set, and no local service is running (${path} does not exist): set SVC_API_SERVER, or start the service with npx svclib serve --samples`,
    );
    const found = { url: "http://127.0.0.1:4567", secret: "s" };
    await writeFile(path, JSON.stringify({ ...found, apikey: "1/local", pid: 1 }), { mode: 0o600 });
    expect(await target()).toEqual({ endpoint: found.url, apikey: "1/local", provenBy: found });
    expect(await resolveTarget("1/a", null, { SVC_HOME: home })()).toEqual({
      endpoint: found.url,
      apikey: "1/a",
      provenBy: found,
    });
    for (const damaged of [
      "{",
      "null",
      '{"url":"x","apikey":"k","secret":"s"}',
      '{"url":"http://127.0.0.1:1"}',
    ]) {
      await writeFile(path, damaged);
      await expect(target()).rejects.toThrow(
        "is damaged; start the local service again: npx svclib serve --samples",
      );
    }
    await rm(home, { recursive: true });
  });
});

test.each<[object, string]>([
  ["sample_datasets" as never, "connect takes its options as one object, such as { database: ... }"],
  [["a"] as never, "connect takes its options as one object, such as { database: ... }"],
  [{ colour: 1 }, "connect has no option colour; it has database, default_engine,"],
  [{ timeout: 0 }, "timeout must be a number of seconds above 0, not 0"],
  [{ timeout: "10" }, "timeout must be a number of seconds"],
  [{ default_engine: "pig" }, 'default_engine must be presto or hive, not "pig"'],
  [{ http_proxy: 3128 }, "http_proxy must be text, not 3128"],
  [{ headers: { a: 1 } }, "headers must be an object of texts, not an object"],
  [new Map([["timeout", 5]]), "connect takes its options as one object, such as { database: ... }"],
])("connect with %j", (options, message) => {
  expect(() => connect("1/k", null, options)).toThrow(message);
});

test("connect reads the environment that the program has at the call", async () => {
  const before = process.env;
  process.env = { SVC_API_KEY: "1/k", SVC_API_SERVER: "https://api.example.com" };
  try {
    expect(await connect().target()).toEqual({ endpoint: "https://api.example.com", apikey: "1/k" });
  } finally {
    process.env = before;
  }
});

const MESSAGE =
  "http://data.example.com is plain http, which would expose the API key on the network; use https, or allow this host with SVC_ALLOW_HTTP=data.example.com";

describe("plain http", () => {
  test.each(["https://data.example.com", "http://127.0.0.1:8190", "http://localhost", "http://[::1]:9"])(
    "%s needs no permission",
    (endpoint) => expect(refusePlainHttp(endpoint, {})).toBe(endpoint),
  );

  test("to another host is refused", () => {
    expect(() => refusePlainHttp("http://data.example.com", {})).toThrow(MESSAGE);
    expect(() => refusePlainHttp("http://127.0.0.1.evil.example", {})).toThrow("is plain http");
    expect(() => connect("1/k", "http://data.example.com", { env: {} })).toThrow(MESSAGE);
    expect(() =>
      statementEndpoint("https://api.example.com", { SVC_PRESTO_API: "http://data.example.com" }),
    ).toThrow(MESSAGE);
  });

  test("is allowed for the exact host name only", () => {
    const env = { SVC_ALLOW_HTTP: "one.lan, data.example.com" };
    expect(refusePlainHttp("http://data.example.com", env)).toBe("http://data.example.com");
    expect(() => refusePlainHttp("http://sub.data.example.com", env)).toThrow("is plain http");
  });
});
