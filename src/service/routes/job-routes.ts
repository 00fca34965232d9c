// This folder: the routes, a file per subject; router, permissions and openapi.json are made from them.

import { LEASE_HEADER } from "../../core/wire/own-headers.ts";
import { BLOCKS_HEADER, BLOCKS_VERSION } from "../../core/blocks/block-format.ts";
import { quoteName } from "../../dialect/quote.ts";
import { Fault, noDatabase } from "../../engine/errors/fault.ts";
import { clientKey, Form, readForm } from "../http/form.ts";
import { route, type RouteCall, type Route } from "../http/route.ts";
import { isFinished, type Job } from "../jobs/job.ts";
import { checkOwner, owns } from "../access/check-owner.ts";
import type { JobService } from "../jobs/job-service.ts";
import { bytesOf, type JobStore } from "../jobs/job-store.ts";
import type { Storage } from "../../engine/contract/storage.ts";
import { rightsOf, type ApiKey, type KeyRing } from "../access/keys.ts";
import type { Leases } from "../http/leases.ts";
import { readLocalTables } from "./bodies/read-local-tables.ts";
import { jobDebug, jobJson, jobStatusJson } from "./bodies/job-json.ts";

export interface JobRouteDeps {
  readonly store: JobStore;
  readonly jobs: JobService;
  readonly clock: () => number;
  readonly storage: Pick<Storage, "hasDatabase" | "findTable">;
  readonly leases: Leases;
  /** The key of the service's own user. */
  readonly keys: Pick<KeyRing, "administrator">;
}

/** The first status request of a new job is held this long, because clients that find it unfinished sleep for seconds. */
const FIRST_POLL_HOLD_MS = 200;
const MAX_WAIT_SECONDS = 10;
const LIST_LENGTH = 20;

/** Form fields that all kinds of jobs have. */
const JOB_FIELDS = {
  priority: "-2 (very low) to 2 (very high)",
  domain_key: "a key that one of your jobs at most has",
};

export function jobRoutes({ store, jobs, clock, storage, leases, keys }: JobRouteDeps): Route[] {
  const show = async (
    job: Job,
    { request, baseUrl, memory }: Pick<RouteCall, "request" | "baseUrl" | "memory">,
  ): Promise<Record<string, unknown>> => {
    memory.add(bytesOf(job));
    const blocks = readsBlocks(request) ? { result_blocks_size: job.blocksSize ?? null } : {};
    // Other clients read the public form, whose size is known only once it exists.
    if (!readsBlocks(request)) await jobs.measureResult(job);
    return { ...jobJson(job, baseUrl), ...blocks, debug: jobDebug(job) };
  };
  return [
    route("GET /v3/job/list", "any", {
      summary: "List jobs, newest first",
      query: {
        from: "index of the first job, 0 for the newest",
        to: "index of the last job (default: 20 jobs)",
        status: "only jobs with this status",
      },
      handle: ({ baseUrl, query, caller, memory }) => {
        const from = new Form(query).wholeNumber("from", 0);
        const to = new Form(query).wholeNumber("to", from + LIST_LENGTH - 1);
        const status = query.get("status");
        const matching = store
          .list()
          .filter((job) => (status === null || job.status === status) && owns(caller, job));
        const listed = matching.slice(Math.max(from, 0), Math.max(to + 1, 0));
        // Before it is built: a reply that is refused must not cost its text.
        for (const job of listed) memory.add(bytesOf(job));
        return {
          count: listed.length,
          from,
          to,
          jobs: listed.map((job) => jobJson(job, baseUrl)),
        };
      },
    }),
    route("GET /v3/job/show/:job_id", "any", {
      summary: "Show a job with its log",
      handle: (call) => show(checkOwner("Job", store.get(call.params.job_id), call.caller), call),
    }),
    route("GET /v3/job/status/:job_id", "any", {
      summary: "Get a job's status",
      query: {
        wait: "seconds, at most 10, to wait for the job's end before the reply",
        show: "1: also the job with its log, once it has ended",
      },
      handle: async (call) => {
        const { params, query, caller } = call;
        const job = checkOwner("Job", store.get(params.job_id), caller);
        const waitMs = waitTimeMs(query.get("wait"), clock() - job.createdAtMs);
        await store.waitForEnd(job, waitMs);
        const status = jobStatusJson(job, jobs.percent(job));
        return query.get("show") === "1" && isFinished(job)
          ? { ...status, job: await show(job, call) }
          : status;
      },
    }),
    route("GET /v3/job/status_by_domain_key/:domain_key", "any", {
      summary: "Get the status of your job by its domain key",
      handle: ({ params, caller }) => {
        const job = store.getByDomainKey(caller.user_name, params.domain_key);
        return jobStatusJson(job, jobs.percent(job));
      },
    }),
    route("POST /v3/job/issue/:type/:database", "read", {
      summary: "Start a query job; the type is presto, trino or hive",
      fields: {
        query: "SQL",
        ...JOB_FIELDS,
        retry_limit: "kept with the job",
        local:
          "tables below the service's data folder that the query reads, as JSON; only with the key of the service's own user",
        scheduled_time: "unix seconds that TD_SCHEDULED_TIME() and now() tell (default: the time of issue)",
      },
      handle: async (call) => {
        const lease = clientKey(call.request, LEASE_HEADER);
        const job = await issueJob(call, jobs, clock(), { storage, administrator: keys.administrator });
        leases.hold(lease, { isOver: () => isFinished(job), end: (reason) => jobs.kill(job, reason) });
        return { job: job.id, job_id: job.id, database: job.database };
      },
    }),
    route("POST /v3/table/partialdelete/:database/:table", "own", {
      summary: "Start a job that deletes a table's rows within a time range",
      fields: {
        from: "unix seconds of the first",
        to: "unix seconds after the last",
        ...JOB_FIELDS,
      },
      handle: async (call) => {
        const { caller, params } = call;
        const { database, table } = params;
        const form = await readForm(call);
        const [from, to] = ["from", "to"].map((field) => form.wholeNumber(field)) as [number, number];
        if (from > to) throw new Fault("bad_request", `from must not be after to: ${from}, ${to}.`);
        if (!(await storage.findTable(database, table)).hasTime)
          throw new Fault("invalid", `Table ${database}.${table} has no column time to delete by.`);
        const job = await jobs.issue({
          type: "partialdelete",
          database,
          query: `DELETE FROM ${quoteName(database)}.${quoteName(table)} WHERE time >= ${from} AND time < ${to}`,
          priority: priorityOf(form),
          retryLimit: 0,
          domainKey: domainKeyOf(form),
          userName: caller.user_name,
          mayWrite: true,
          createdAtMs: clock(),
        });
        return { database, table, job: job.id, job_id: job.id, from, to };
      },
    }),
    route("POST /v3/job/kill/:job_id", "any", {
      summary: "Kill a job",
      handle: async ({ params, caller }) => {
        const job = checkOwner("Job", store.get(params.job_id), caller);
        return { job_id: job.id, former_status: await jobs.kill(job) };
      },
    }),
  ];
}

const readsBlocks = ({ headers }: Request): boolean => headers.get(BLOCKS_HEADER) === BLOCKS_VERSION;

function waitTimeMs(text: string | null, ageMs: number): number {
  if (text === null) return ageMs < 1000 ? FIRST_POLL_HOLD_MS : 0;
  const seconds = Number(text);
  if (text === "" || !(seconds >= 0))
    throw new Fault("bad_request", `wait must be seconds, not ${JSON.stringify(text)}.`);
  return Math.min(seconds, MAX_WAIT_SECONDS) * 1000;
}

function priorityOf(form: Form): number {
  const priority = form.wholeNumber("priority", 0);
  if (priority < -2 || priority > 2)
    throw new Fault("bad_request", `priority must be -2 to 2, not ${priority}.`);
  return priority;
}

const MAX_DOMAIN_KEY = 255;

function domainKeyOf(form: Form): string | null {
  const key = form.text("domain_key");
  if (key !== null && key.length > MAX_DOMAIN_KEY)
    throw new Fault("bad_request", `domain_key has at most ${MAX_DOMAIN_KEY} characters.`);
  return key;
}

async function issueJob(
  call: RouteCall<"/:type/:database", ApiKey>,
  jobs: JobService,
  nowMs: number,
  {
    storage,
    administrator,
  }: { readonly administrator: ApiKey; readonly storage: Pick<Storage, "hasDatabase"> },
): Promise<Job> {
  const { request, caller } = call;
  const { type, database } = call.params;
  if (type === "bulkload")
    throw new Fault("not_supported", "Connectors are not supported by this local service.");
  if (type !== "presto" && type !== "trino" && type !== "hive")
    throw new Fault("bad_request", `Unsupported job type ${type}; use presto, trino or hive.`);
  const form = await readForm(call);
  const query = form.requiredText("query");
  if (form.text("result") !== null)
    throw new Fault(
      "invalid",
      "Result export (the field result) is not supported; download the result instead.",
    );
  const priority = priorityOf(form);
  const local = readLocalTables(form, caller, administrator);
  if (local === null && !(await storage.hasDatabase(database))) throw noDatabase(database);
  const { user_name } = caller;
  const scheduled = form.wholeNumber("scheduled_time", -1);
  return jobs.issue({
    type,
    database,
    query,
    priority,
    retryLimit: form.wholeNumber("retry_limit", 0),
    domainKey: domainKeyOf(form),
    userName: user_name,
    ...rightsOf(caller),
    createdAtMs: nowMs,
    ...(scheduled < 0 ? {} : { scheduledTimeMs: scheduled * 1000 }),
    readsBlocks: readsBlocks(request),
    ...(local === null ? {} : { local }),
  });
}
