import { expect, test } from "@jest/globals";
import { DecodeError, HttpError, NetworkError, QueryError, TimeoutError } from "../../../src/core/errors.ts";
import { outcomeIsUnknown } from "../../../src/core/http/outcome-is-unknown.ts";

const http = (status: number): HttpError =>
  new HttpError(`HTTP ${status}`, { status, method: "POST", path: "/v3/x", body: "" });
const query = { sql: null, jobId: 1, engine: null, serverMessage: "", line: null, column: null };

test.each<[Error, boolean]>([
  [new NetworkError("cut", { method: "POST", path: "/v3/x", code: "ECONNRESET" }), true],
  [new TimeoutError("no reply", 1000), true],
  [new DecodeError("a page"), true],
  [http(500), true],
  [http(502), true],
  [http(408), true],
  [http(400), false],
  [http(403), false],
  [http(409), false],
  [new QueryError("line 1: no such table", query), false],
  [new TypeError("a fault of this process"), false],
])("%s: %p", (error, isUnknown) => {
  expect(outcomeIsUnknown(error)).toBe(isUnknown);
});
