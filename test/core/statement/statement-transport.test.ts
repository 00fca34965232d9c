import { expect, test } from "@jest/globals";
import { statementEndpoint } from "../../../src/core/statement/statement-transport.ts";

test.each([
  ["https://api.example.com", {}, "https://api-presto.example.com"],
  ["https://api.eu01.example.com/x", {}, "https://api-presto.eu01.example.com"],
  ["https://api.myapi.com:8443", {}, "https://api-presto.myapi.com:8443"],
  ["http://127.0.0.1:8190", {}, "http://127.0.0.1:8190"],
  ["http://localhost:8190/base/", {}, "http://localhost:8190/base"],
  ["https://data.example.com", { SVC_PRESTO_API: "presto.example.com" }, "https://presto.example.com"],
  ["https://api.example.com", { SVC_PRESTO_API: "http://127.0.0.1:8080/" }, "http://127.0.0.1:8080"],
])("%s with %j", (endpoint, env, expected) => {
  expect(statementEndpoint(endpoint, env)).toBe(expected);
});

test("an endpoint from which no statement host follows", () => {
  expect(() => statementEndpoint("https://rapid.example.com", {})).toThrow(
    "can't tell the host of the direct path from the endpoint https://rapid.example.com; set SVC_PRESTO_API",
  );
});
