import { expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { readJob } from "../../../src/core/endpoints/jobs.ts";
import { httpServer } from "../helpers/http-server.ts";

const NOTHING = {
  status: "queued", type: "?", database: null, query: "", created_at: null, start_at: null, end_at: null, updated_at: null,
  cpu_time: null, result_size: null, result_blocks_size: null, num_records: null, result_schema: null, priority: null,
  retry_limit: null, url: null, user_name: null, debug: null,
}; // prettier-ignore

test.each<[string, Record<string, unknown>, object]>([
  ["nothing but its id", { job_id: "42" }, { job_id: 42 }],
  ["a status in capitals", { job_id: 42, status: " Running " }, { job_id: 42, status: "running" }],
  ["times as the service writes them", { job_id: "1", created_at: "2024-05-06 07:08:09 UTC", started_at: "2024-05-06T07:08:10Z" }, { job_id: 1, created_at: new Date("2024-05-06T07:08:09Z"), start_at: new Date("2024-05-06T07:08:10Z") }],
  ["counts as digits", { job_id: "1", num_records: "3", result_size: 20, priority: -2 }, { job_id: 1, num_records: 3, result_size: 20, priority: -2 }],
  ["a schema as text", { job_id: "1", hive_result_schema: '[["n","bigint"],["s"]]' }, { job_id: 1, result_schema: [{ name: "n", type: "bigint" }, { name: "s", type: "unknown" }] }],
  ["a schema as a list", { job_id: "1", hive_result_schema: [["n", "bigint"]] }, { job_id: 1, result_schema: [{ name: "n", type: "bigint" }] }],
  ["an object for a query, as bulk loads have", { job_id: "1", query: { in: 1 } }, { job_id: 1, query: '{"in":1}' }],
  ["what it wrote", { job_id: "1", debug: { cmdout: "a", stderr: null } }, { job_id: 1, debug: { cmdout: "a", stderr: null } }],
])("a job of %s", (_, record, job) => {
  expect(readJob(record)).toEqual({ ...NOTHING, ...job });
}); // prettier-ignore

test("jobs are listed by range and status", async () => {
  await using service = await httpServer(() => ({
    body: {
      jobs: [
        {
          job_id: "12",
          status: "error",
          type: "hive",
          query: "select 1",
          start_at: "2024-05-06 07:08:01 UTC",
          hive_result_schema: '[["_c0", "bigint"]]',
          priority: 0,
          created_at: "2024-05-06 07:08:00 UTC",
          end_at: "2024-05-06 07:08:02 UTC",
          result_size: 20,
          user_name: "me",
          url: "https://console/12",
        },
        { job_id: 11, status: "success", type: "bulkload", query: { in: {} }, start_at: "" },
      ],
    },
  }));
  const jobs = await connect("1/k", service.url).list_jobs({ from: 0, to: 5, status: "error" });
  expect(service.seen[0]?.url).toBe("/v3/job/list?from=0&to=5&status=error");
  expect(
    jobs.map(({ job_id, status, type, query, start_at }) => ({ job_id, status, type, query, start_at })),
  ).toEqual([
    {
      job_id: 12,
      status: "error",
      type: "hive",
      query: "select 1",
      start_at: new Date("2024-05-06T07:08:01Z"),
    },
    { job_id: 11, status: "success", type: "bulkload", query: '{"in":{}}', start_at: null },
  ]);
  expect(jobs[0]?.result_schema).toEqual([{ name: "_c0", type: "bigint" }]);
  expect(jobs[0]).toMatchObject({
    created_at: new Date("2024-05-06T07:08:00Z"),
    end_at: new Date("2024-05-06T07:08:02Z"),
    priority: 0,
    result_size: 20,
    user_name: "me",
    url: "https://console/12",
  });
});
