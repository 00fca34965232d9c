import { expect, test } from "@jest/globals";
import { Connection } from "../../../src/core/connection.ts";
import { readJob } from "../../../src/core/endpoints/jobs.ts";
import { Job } from "../../../src/core/job/job.ts";
import { fakeService, jobReply, TWO_ROWS } from "../helpers/fake-service.ts";

/** A running job of a service, which does not wait between its questions. */
const running = ({ url }: { readonly url: string }): Job => {
  const { transport } = new Connection("1/k", url, { sleep: () => Promise.resolve() });
  return new Job(transport, "42", readJob({ job_id: "42", status: "running", query: "select 1" }));
};

test("a job is asked until it has ended, and then for all that is known of it", async () => {
  await using service = await fakeService(TWO_ROWS, { polls: 2 });
  const job = running(service);
  expect([job.status, job.finished, job.percent, job.num_records]).toEqual(["running", false, null, null]);
  const seen: string[] = [];
  await job.wait({ wait_callback: ({ status }) => void seen.push(status) });
  expect(seen).toEqual(["running", "running"]);
  expect([job.status, job.finished, job.percent, job.num_records]).toEqual(["success", true, 100, 2]);
  expect(service.seen.map(({ url }) => url.split("?", 1)[0])).toEqual([
    ...["/v3/job/status/42", "/v3/job/status/42", "/v3/job/status/42"],
    "/v3/job/show/42",
  ]);
});

/** A service that echoes the ids of requests, as svclib's own does, and tells the job with its end. */
const ownService = (job: object): ReturnType<typeof fakeService> =>
  fakeService(TWO_ROWS, {
    override: ({ url, headers }) => {
      const echo = { "x-svc-request": String(headers["x-svc-request"]) };
      if (!url.includes("/status/")) return undefined;
      const state = { job_id: "42", status: "running" };
      return { headers: echo, body: url.includes("show=1") ? { ...state, status: "success", job } : state };
    },
  });

test("svclib's own service tells all that is known of a job with its end", async () => {
  await using service = await ownService(jobReply("42", TWO_ROWS));
  const job = await running(service).wait();
  expect([job.status, job.num_records, job.debug?.cmdout]).toEqual(["success", 2, "started\n"]);
  expect(service.seen.map(({ url }) => url.replace(/wait=[\d.]+&/, ""))).toEqual([
    "/v3/job/status/42",
    "/v3/job/status/42?show=1",
  ]);
});

test.each([
  [{ query: "select 2" }, "job 42 now belongs to another query"],
  [{ status: "killed" }, "job 42 was success and is killed now"],
])("what comes with the end must be of the same job: %j", async (other, message) => {
  await using service = await ownService(jobReply("42", TWO_ROWS, other));
  await expect(running(service).wait()).rejects.toThrow(message);
});

test("its result is a table, or several as they arrive", async () => {
  await using service = await fakeService(TWO_ROWS);
  const rows = [
    { id: 1, name: "a" },
    { id: 2, name: null },
  ];
  expect((await running(service).result()).objects()).toEqual(rows);
  const parts: unknown[] = [];
  for await (const part of running(service).stream()) parts.push(...(part.objects() as unknown[]));
  expect(parts).toEqual(rows);
  expect((await running(service).result({ limit: 1 })).objects()).toEqual([rows[0]]);
});

test("a failed job has no result, but the service's error", async () => {
  await using service = await fakeService(TWO_ROWS, {
    override: ({ url }) =>
      url.includes("/status/")
        ? { body: { job_id: "42", status: "error" } }
        : url.includes("/show/")
          ? { body: jobReply("42", TWO_ROWS, { status: "error", debug: { stderr: "line 1:8: no x" } }) }
          : undefined,
  });
  await expect(running(service).result()).rejects.toMatchObject({
    name: "QueryError",
    message: "presto job 42 failed: line 1:8: no x",
  });
});

test("a job is killed by its id, and a timeout leaves it running", async () => {
  await using service = await fakeService(TWO_ROWS, { polls: Infinity });
  const job = running(service);
  await expect(job.wait({ timeout: 0 })).rejects.toThrow("job 42 is still running after 0 s");
  await job.kill();
  expect(service.seen.at(-1)?.url).toBe("/v3/job/kill/42");
});

test("a job that has ended does not end otherwise", async () => {
  await using service = await fakeService(TWO_ROWS, {
    override: ({ url }) =>
      url.includes("/show/") ? { body: jobReply("42", TWO_ROWS, { status: "killed" }) } : undefined,
  });
  const job = running(service);
  await job.poll();
  await expect(job.refresh()).rejects.toThrow(
    "job 42 was success and is killed now: the service sent an old reply; try again",
  );
});
