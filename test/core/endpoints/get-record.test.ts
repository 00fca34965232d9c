import { expect, test } from "@jest/globals";
import { encodePath, getRecord, getRecords } from "../../../src/core/endpoints/get-record.ts";
import type { Transport } from "../../../src/core/http/transport.ts";

/** A transport that answers each request with one record. */
function answering(reply: object): { transport: Transport; requests: object[] } {
  const requests: object[] = [];
  const transport = {
    json: (request: object) => {
      requests.push(request);
      return Promise.resolve(reply);
    },
    lacking: (what: string, part: string) => Promise.resolve(new Error(`${what}: no ${part}`)),
  };
  return { transport: transport as unknown as Transport, requests };
}

test("a record is requested by its path", async () => {
  const { transport, requests } = answering({ id: 5 });
  expect(await getRecord(transport, "job 5", "/v3/job/show/5", { query: { a: "1" } })).toEqual({ id: 5 });
  expect(requests).toEqual([{ what: "job 5", method: "GET", path: "/v3/job/show/5", query: { a: "1" } }]);
});

test("a listing has the objects of its list", async () => {
  const reply = { count: 4, jobs: [{ id: 1 }, null, [2], { id: 3 }] };
  expect(await getRecords("jobs", answering(reply).transport, "list jobs", "/v3/job/list", {})).toEqual({
    reply,
    records: [{ id: 1 }, { id: 3 }],
  });
});

test("a reply without the list is refused", async () => {
  const request = getRecords("jobs", answering({ jobs: "none" }).transport, "list jobs", "/v3/job/list", {});
  await expect(request).rejects.toThrow("list jobs: no list of jobs");
});

test("a path has its names encoded, also what URLs leave as it is", () => {
  expect(encodePath("v3", "table", "a b/c", "it's (*)!", 7)).toBe(
    "v3/table/a%20b%2Fc/it%27s%20%28%2A%29%21/7",
  );
});

test.each([[""], ["\ud800"], [null as never]])("%j is no name in the service", (name) => {
  expect(() => encodePath("db", name)).toThrow("can't be a name in the service");
});
