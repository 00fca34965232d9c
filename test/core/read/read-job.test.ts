import { describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { create_engine } from "../../../src/core/query-engine.ts";
import { read_svc_job } from "../../../src/core/read/read-job.ts";
import { fakeService, jobReply } from "../helpers/fake-service.ts";

describe("read_svc_job", () => {
  const RESULT = { schema: [["d", "varchar"]], rows: [["2024-05-06"]] } as const;

  test("reads a finished job with one status request and one download", async () => {
    await using service = await fakeService(RESULT);
    const engine = create_engine("hive:any", connect("1/k", service.url));
    const table = await read_svc_job(42, engine, { parse_dates: ["d"], index_col: "d" });
    expect(table.objects()).toEqual([{ d: new Date("2024-05-06") }]);
    expect(service.seen.map(({ url }) => url)).toEqual([
      "/v3/job/show/42",
      "/v3/job/result/42?format=msgpack.gz",
    ]);
  });

  test("waits for a running job; a timeout or an abort leaves it running", async () => {
    let shows = 0;
    await using service = await fakeService(RESULT, {
      polls: 1e9,
      override: ({ url }) =>
        url.includes("/show/")
          ? { body: jobReply("42", RESULT, { status: ++shows < 3 ? "running" : "success" }) }
          : undefined,
    });
    const engine = create_engine("presto:db1", connect("1/k", service.url));
    await expect(read_svc_job(42, engine, { timeout: 0.1 })).rejects.toMatchObject({
      name: "TimeoutError",
      message: "job 42 is still running after 0.1 s",
    });
    await expect(read_svc_job("42", engine, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: "InterruptedError",
    });
    expect(service.seen.some(({ url }) => url.includes("kill"))).toBe(false);
  });

  test("of a failed job throws the service's error", async () => {
    await using service = await fakeService(RESULT, {
      override: ({ url }) =>
        url.includes("/show/")
          ? {
              body: jobReply("42", RESULT, {
                status: "error",
                query: "select x",
                debug: { stderr: "line 1:8: no x" },
              }),
            }
          : undefined,
    });
    await expect(
      read_svc_job(42, create_engine("presto:db1", connect("1/k", service.url))),
    ).rejects.toMatchObject({
      name: "QueryError",
      message: "presto job 42 failed: line 1:8: no x",
      sql: "select x",
      line: 1,
      column: 8,
    });
  });
});
