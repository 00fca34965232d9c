import { expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { requestInit, requestUrl, type ServiceRequest } from "../../../src/core/http/service-request.ts";

test.each<[string, Pick<ServiceRequest, "path" | "query">, string]>([
  ["https://h", { path: "/v3/job/list" }, "https://h/v3/job/list"],
  ["https://h/svc", { path: "/v3/job/list" }, "https://h/svc/v3/job/list"],
  ["https://h", { path: "https://h/v1/statement/1?x=1" }, "https://h/v1/statement/1?x=1"],
  [
    "https://h",
    { path: "/a", query: { from: 0, to: undefined, q: "a b&é" } },
    "https://h/a?from=0&q=a+b%26%C3%A9",
  ],
  ["https://h", { path: "/a?x=1", query: { y: "" } }, "https://h/a?x=1&y="],
])("%s and %j: %s", (endpoint, request, url) => {
  expect(requestUrl(endpoint, request).href).toBe(url);
});

const { options } = connect("1/key", "https://h", {
  headers: { "x-team": "a", authorization: "other" },
  now: () => 0,
}).connection.transport;

const sent = (request: Partial<ServiceRequest>) =>
  requestInit({ what: "ask", method: "GET", path: "/", ...request }, options, "1/key", {
    "x-svc-request": "7",
  });

test("headers of the connection, the request and the attempt; the key can't be overridden", () => {
  expect(sent({ headers: { "x-team": "b", accept: "x" } })).toEqual({
    method: "GET",
    headers: {
      "accept-encoding": "gzip",
      "x-team": "b",
      accept: "x",
      authorization: "TD1 1/key",
      "x-svc-request": "7",
      date: "Thu, 01 Jan 1970 00:00:00 -0000",
      "user-agent": options.userAgent,
    },
    redirect: "manual",
  });
});

test("a form is sent urlencoded, a body as it is, and no reply to them compressed", () => {
  const form = sent({ method: "POST", form: { query: "select 'é'", priority: 1, pool: undefined } });
  expect(form.body).toBe("query=select+%27%C3%A9%27&priority=1");
  expect(form.headers).toMatchObject({
    "content-type": "application/x-www-form-urlencoded",
    "accept-encoding": "identity",
  });
  const body = Uint8Array.of(1);
  expect(sent({ method: "PUT", body }).body).toBe(body);
  expect("body" in sent({})).toBe(false);
});
