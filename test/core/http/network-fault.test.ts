import { expect, test } from "@jest/globals";
import { networkFault } from "../../../src/core/http/network-fault.ts";

const failure = (fields: object): Error => Object.assign(new Error("it failed"), fields);
const HOSTED = "https://svc.test";
const LOCAL = "http://127.0.0.1:8080";

test.each<[string, unknown, string, { permanent: boolean; notSent: boolean }]>([
  ["refused by a host", failure({ code: "ECONNREFUSED" }), HOSTED, { permanent: false, notSent: true }],
  ["refused by this machine", failure({ code: "ECONNREFUSED" }), LOCAL, { permanent: true, notSent: true }],
  [
    "refused at each of a host's addresses",
    failure({ cause: failure({ errors: [failure({ code: "ECONNREFUSED" }), failure({ code: "ENETUNREACH" })] }) }),
    HOSTED,
    { permanent: false, notSent: true },
  ],
  ["cut off", failure({ cause: failure({ code: "ECONNRESET" }) }), HOSTED, { permanent: false, notSent: false }],
  ["a name that is not found", failure({ code: "ENOTFOUND" }), HOSTED, { permanent: true, notSent: false }],
  ["a certificate that has expired", failure({ code: "CERT_HAS_EXPIRED" }), HOSTED, { permanent: true, notSent: false }],
  ["an error of fetch without a code", failure({ name: "FetchError" }), HOSTED, { permanent: false, notSent: false }],
  ["a fault of this process", new TypeError("x is not a function"), HOSTED, { permanent: true, notSent: false }],
  ["a thrown text", "it failed", HOSTED, { permanent: true, notSent: false }],
])("%s", (_, cause, endpoint, expected) => {
  const request = { method: "GET", path: "/v3/x", url: new URL(endpoint) };
  expect(networkFault("list databases", request, cause)).toMatchObject(expected);
}); // prettier-ignore

test("a name that is not found is not blamed on a proxy", () => {
  const cause = failure({ code: "ENOTFOUND", message: "getaddrinfo ENOTFOUND svc.test" });
  const request = { method: "GET", path: "/v3/x", url: new URL(HOSTED) };
  expect(networkFault("list databases", request, cause).error("").message).toBe(
    "list databases failed: the host svc.test does not exist; check the endpoint (SVC_API_SERVER)",
  );
});
