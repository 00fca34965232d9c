import { create_engine } from "../../../../src/core/query-engine.ts";
import { read_svc_job } from "../../../../src/core/read/read-job.ts";
import { read_svc_query } from "../../../../src/core/read/read-query.ts";
import { isInterruptedError } from "../../../../src/core/error-guards.ts";
import type { Job } from "../../../../src/core/job/job.ts";
import { expectSame } from "../expect-same.ts";
import { before, type FaultRun, type Scenario } from "../run-seed.ts";

const NUMBERS = "unnest(sequence(1, 10000))";
const LONG = `select count(*) as n from ${NUMBERS} a(x) cross join ${NUMBERS} b(y) cross join ${NUMBERS} c(z) where x * y + z < 0`;

/** Issues a job as another client: only the kill and the wait are under test. */
async function issuedJob({ world }: FaultRun, sql: string): Promise<Job> {
  const headers = { authorization: `TD1 ${world.service.apikey}` };
  const body = new URLSearchParams({ query: sql });
  const reply = await fetch(`${world.service.url}/v3/job/issue/presto/fixed`, {
    method: "POST",
    headers,
    body,
  });
  return world.truth.get_job(((await reply.json()) as { job_id: string }).job_id);
}

/** Kills a running job. Once that is answered the job must have ended; `finally` ends it in any case, for the next runs. */
export const killJob: Scenario<Job> = {
  name: "Job.kill",
  act: async (run) => {
    const job = await issuedJob(run, LONG);
    try {
      const seen = await run.client.get_job(job.job_id);
      await seen.kill();
      await seen.wait();
      return seen;
    } finally {
      await job.kill();
      await job.wait();
    }
  },
  check: (_run, job) => expectSame("the state", [job.status], ["killed"]),
};

/** Aborts a read half-way: it ends as interrupted, and its error is right about whether the job was killed. */
export const interruptRead: Scenario<string> = {
  name: "an interrupted read",
  act: async ({ client, random }) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), random.below(60));
    const engine = create_engine("presto:fixed", client);
    await read_svc_query(LONG, engine, { signal: stop.signal });
    return "ended";
  },
  check: () => {
    throw new Error("WRONG ANSWER: the endless query gave a result");
  },
  checkFailure: async ({ world }, error) => {
    if (isInterruptedError(error) && error.message.includes("was killed")) {
      const job = await world.truth.get_job(error.jobId ?? 0);
      await job.wait({ timeout: 10 });
      expectSame("the state", [job.status], ["killed"]);
    }
    for (const job of await world.truth.list_jobs({ status: "running" })) await job.kill();
    for (const job of await world.truth.list_jobs({ status: "queued" })) await job.kill();
  },
};

/** Waits for a job issued by another client, and reads it. */
export const waitForJob: Scenario<readonly object[]> = {
  name: "read_svc_job of a running job",
  act: async (run) => {
    const job = await issuedJob(run, `select ${run.seed} as run`);
    const engine = create_engine("presto:fixed", run.client);
    const other = await issuedJob(run, "select 'another' as run");
    await before(() => read_svc_job(other.job_id, engine));
    return (await read_svc_job(job.job_id, engine)).objects() as object[];
  },
  check: ({ seed }, rows) => expectSame("the result", rows, [{ run: seed }]),
};
