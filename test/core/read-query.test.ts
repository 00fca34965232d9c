import { expect, test } from "@jest/globals";
import { connect } from "../../src/core/connect.ts";
import { create_engine } from "../../src/core/query-engine.ts";
import { read_svc_query } from "../../src/core/read-query.ts";
import { fakeService } from "./helpers/fake-service.ts";

const RESULT = {
  schema: [
    ["id", "bigint"],
    ["name", "varchar"],
  ],
  rows: [
    [1, "a"],
    [2, null],
  ],
} as const;

test("a query is issued as a job, polled, and its result read", async () => {
  await using service = await fakeService(RESULT, { polls: 1 });
  const engine = create_engine("presto:db1", connect("1/key", service.url));
  const table = await read_svc_query("select * from t", engine, { index_col: "id" });
  expect(table.objects()).toEqual([
    { id: 1, name: "a" },
    { id: 2, name: null },
  ]);
  expect(table.index).toEqual(["id"]);
  expect(table.types).toEqual({ id: "bigint", name: "varchar" });
  expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /v3/job/issue/presto/db1",
    "GET /v3/job/status/42",
    "GET /v3/job/status/42",
    "GET /v3/job/show/42",
    "GET /v3/job/result/42?format=msgpack.gz",
  ]);
  const form = new URLSearchParams(service.seen[0]?.body.toString());
  expect(form.get("query")).toMatch(
    /^-- client: svclib\/[\d.]+ \(node\/[\d.]+\)\n-- read_svc_query\n-- set session join_distribution_type = 'BROADCAST'\nselect \* from t$/,
  );
  expect(service.seen[0]?.headers["authorization"]).toBe("TD1 1/key");
  expect(service.seen[0]?.headers["date"]).toMatch(/-0000$/);
});
