import { expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { readJob } from "../../../src/core/endpoints/jobs.ts";
import { jobFailure } from "../../../src/core/job/job-failure.ts";

const { transport } = connect("1/key", "https://api.example.com").connection;
const QUERY = "-- client: svclib/0.1.0 (node/20)\n-- read_svc_query\nselect x\nfrom t";

/** The error for a job with these fields. */
const failure = (fields: object) =>
  jobFailure(
    transport,
    readJob({ job_id: "42", type: "presto", database: "web", status: "error", query: QUERY, ...fields }),
    null,
  );

test("the service's words, placed in the author's own lines", async () => {
  const stderr = "line 4:6: Table web.t does not exist\n  at Analyzer";
  expect(await failure({ debug: { stderr, cmdout: "" } })).toMatchObject({
    name: "QueryError",
    message: "presto job 42 failed: line 2:6: Table web.t does not exist",
    sql: "select x\nfrom t",
    jobId: 42,
    engine: "presto",
    serverMessage: stderr,
    line: 2,
    column: 6,
  });
});

test.each<[object, string]>([
  [
    { debug: { stderr: " \n", cmdout: "started\nERROR: one\nException two\nended" } },
    "presto job 42 failed: Exception two",
  ],
  [{ debug: { stderr: null, cmdout: "started" } }, "presto job 42 failed: the service gave no reason"],
  [{}, "presto job 42 failed: the service gave no reason"],
  [{ status: "killed" }, "presto job 42 was killed"],
  [{ status: "killed", debug: { stderr: "by admin" } }, "presto job 42 was killed: by admin"],
  [{ type: "hive", debug: { stderr: "日本" } }, "hive job 42 failed: 日本"],
])("%j: %s", async (fields, message) => {
  expect(await failure(fields)).toMatchObject({ message, line: null, column: null });
});
