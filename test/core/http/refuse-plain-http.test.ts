import { describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { refusePlainHttp } from "../../../src/core/http/refuse-plain-http.ts";
import { statementEndpoint } from "../../../src/core/statement/statement-transport.ts";

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
