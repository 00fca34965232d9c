import { describe, expect, test } from "@jest/globals";
import { PublicAddress } from "../../../src/service/http/public-address.ts";

const PROXY = "10.1.2.3";
const of = (address: PublicAddress, headers: Record<string, string>, peer = PROXY) =>
  address.of({ url: "http://localhost/v1/statement?x=http://y", headers: new Headers(headers) }, peer);

describe("forwarded headers", () => {
  const trusting = new PublicAddress({ trustedProxies: ["10.0.0.0/8", "loopback", "fd00::/8"] });

  test.each([
    [{}, "http://localhost"],
    [{ "x-forwarded-proto": "https", "x-forwarded-host": "svc.example.com" }, "https://svc.example.com"],
    [{ "x-forwarded-proto": "https" }, "https://localhost"],
    [
      { "x-forwarded-proto": "HTTPS", "x-forwarded-host": "svc.example.com:8443" },
      "https://svc.example.com:8443",
    ],
    [
      { "x-forwarded-proto": "https", "x-forwarded-host": "svc.example.com", "x-forwarded-port": "8443" },
      "https://svc.example.com:8443",
    ],
    [
      { "x-forwarded-proto": "https", "x-forwarded-host": "svc.example.com", "x-forwarded-port": "443" },
      "https://svc.example.com",
    ],
    [
      { "x-forwarded-host": "a.example, b.internal", "x-forwarded-proto": "https, http" },
      "https://a.example",
    ],
    [{ "x-forwarded-host": "a.example", "x-forwarded-prefix": "/svc/" }, "http://a.example/svc"],
    [
      { forwarded: 'for="[2001:db8::1]:4711";proto=https;host="svc.example.com:444"' },
      "https://svc.example.com:444",
    ],
    [{ forwarded: "proto=https;host=a.example, proto=http;host=b.internal" }, "https://a.example"],
    [
      { forwarded: String.raw`for="_a,b;proto=http";PROTO = https ; host="a\.example:81", for=10.0.0.1` },
      "https://a.example:81",
    ],
    [{ "x-forwarded-host": "evil/../x", "x-forwarded-proto": "javascript" }, "http://localhost"],
    [{ "x-forwarded-host": "a b", "x-forwarded-prefix": '/"><script>' }, "http://localhost"],
    [{ "x-forwarded-host": "[::1]:9" }, "http://[::1]:9"],
  ])("%j of a trusted proxy gives %s", (headers, wanted) => {
    expect(of(trusting, headers as Record<string, string>).baseUrl).toBe(wanted);
  });

  test.each([
    [{ "x-forwarded-for": "192.0.2.9" }, "192.0.2.9"],
    [{ "x-forwarded-for": "198.51.100.1, 192.0.2.9, 10.9.9.9" }, "192.0.2.9"],
    [{ "x-forwarded-for": "10.9.9.9" }, "10.9.9.9"],
    [{ forwarded: 'for="[2001:db8::1]:4711";proto=https, for=fd00::2' }, "2001:db8::1"],
    [{ forwarded: "for=192.0.2.9:80" }, "192.0.2.9"],
    [{ forwarded: 'for="192.0.2.9:80, 10.0.0.1";by="a;b",for=10.9.9.9' }, "192.0.2.9:80, 10.0.0.1"],
    [{}, PROXY],
  ])("%j of a trusted proxy names the client %s", (headers, wanted) => {
    expect(of(trusting, headers as Record<string, string>).client).toBe(wanted);
  });

  test.each(["192.0.2.1", "11.0.0.1", "2001:db8::1", "", "unix"])("from %j they mean nothing", (peer) => {
    const headers = { "x-forwarded-host": "svc.example.com", "x-forwarded-for": "192.0.2.9" };
    expect(of(trusting, headers, peer)).toEqual({ baseUrl: "http://localhost", client: peer });
    expect(of(new PublicAddress(), headers)).toEqual({ baseUrl: "http://localhost", client: PROXY });
  });
});

test("a public URL stands whatever the request says", () => {
  const address = new PublicAddress({ publicUrl: "https://example.com:443/svc/", trustedProxies: [PROXY] });
  expect(of(address, { "x-forwarded-host": "other", "x-forwarded-for": "192.0.2.9" })).toEqual({
    baseUrl: "https://example.com/svc",
    client: "192.0.2.9",
  });
});

test.each(["svc.example.com", "ftp://x", "https://x?y", "https://me:secret@x", ""])(
  "the public URL %j is refused",
  (publicUrl) => {
    expect(() => new PublicAddress({ publicUrl })).toThrow(
      "The public URL must be an address such as https://svc.example.com",
    );
  },
);

test.each(["localhost", "10.0.0.0/33", "10.0.0.0/8/8", "::1/129", "10.0.0", ""])(
  "the proxy %j is refused",
  (name) => {
    expect(() => new PublicAddress({ trustedProxies: [name] })).toThrow(
      `A trusted proxy must be an address, a network such as 10.0.0.0/8, or loopback, not "${name}".`,
    );
  },
);
