import { expect, test } from "@jest/globals";
import { reportProgress } from "../../../src/core/progress.ts";
import { withHeader } from "../../../src/core/sql/query-header.ts";
import { toText } from "../../../src/magics/display/table/table-text.ts";
import { svc_jobs } from "../../../src/magics/listing/svc-jobs.ts";
import { fakeService } from "../helpers/fake-service.ts";
import { recordingHost } from "../helpers/recording-host.ts";

const job = (id: number, status: string, query = "select 1"): object => ({
  job_id: String(id),
  status,
  type: "presto",
  start_at: status === "queued" ? "" : "2024-05-06 07:08:01 UTC",
  query,
  hive_result_schema: null,
});
const routes = {
  "GET /v3/job/list": {
    count: 2,
    jobs: [
      job(12, "queued"),
      job(11, "error", `-- client: svclib\n-- read_svc_query\nselect ${"x".repeat(300)}\nfrom t`),
    ],
  },
  "GET /v3/job/show/12": job(12, "running"),
  "GET /v3/job/show/11": job(11, "success"),
  "POST /v3/job/kill/12": { former_status: "running", job_id: "12" },
};

test("lists the latest jobs with one request; long queries are shortened", async () => {
  const { client, requests } = fakeService(routes);
  const jobs = await svc_jobs({ connection: client });
  expect(jobs.columnNames()).toEqual(["status", "job_id", "type", "start_at", "query"]);
  expect(jobs.array("job_id")).toEqual([12, 11]);
  expect(jobs.array("start_at")).toEqual([null, new Date("2024-05-06T07:08:01Z")]);
  expect(jobs.get("query", 1)).toHaveLength(350);
  expect(toText(jobs)).toContain(
    `1 │ error      11 presto 2024-05-06 07:08:01+00:00 select ${"x".repeat(92)}…`,
  );
  expect(requests).toEqual(["GET /v3/job/list?from=0"]);
  // Copied rows are shown the same way.
  for (const copy of [jobs.slice(1, 2), jobs.concat(jobs)]) expect(toText(copy)).not.toContain("-- client");
});

test("only those of this notebook: by reported progress, and by the mark in their SQL", async () => {
  process.env["JPY_SESSION_NAME"] = "/somewhere/a.ipynb";
  recordingHost();
  const marked = withHeader("select 1", { type: "presto", header: true }, "read_svc_query").text;
  expect(marked).toMatch(
    /^-- client: svclib\/\S+ \(node\/\S+\) notebook\/[0-9a-f]{12}\n-- read_svc_query\nselect 1$/,
  );
  reportProgress({ kind: "job", jobId: 11, state: "error", elapsedMs: 0, done: true });
  const jobs = [job(14, "running", "select 'notebook/'"), job(13, "running", marked), job(11, "success")];
  const { client, requests } = fakeService({ "GET /v3/job/list": { jobs } });
  expect((await svc_jobs({ connection: client, mine: true })).array("job_id")).toEqual([13, 11]);
  expect(requests).toEqual(["GET /v3/job/list?from=0&to=200"]);
});

test("kills a job", async () => {
  const host = recordingHost();
  const { client, requests } = fakeService(routes);
  await svc_jobs({ connection: client, kill: 12 });
  await svc_jobs({ connection: client, kill: 11 });
  expect(host.printed).toEqual([
    "stdout: INFO: job 12 is being killed\n",
    "stdout: INFO: job 11 had already ended: success\n",
  ]);
  expect(requests).toContain("POST /v3/job/kill/12");
  expect(requests).not.toContain("POST /v3/job/kill/11");
  await expect(svc_jobs({ connection: client, kill: 13 })).rejects.toThrow(
    "there is no job 13; %svc_jobs lists the latest ones",
  );
});
