import { ARROW_FORMAT, ARROW_TYPE } from "../../core/wire/arrow-type.ts";
import { BLOCKS_FORMAT, BLOCKS_TYPE } from "../../core/wire/result-blocks.ts";
import { Fault } from "../errors/fault.ts";
import { route, type Route } from "../http/route.ts";
import { checkOwner } from "../access/check-owner.ts";
import { isFinished } from "../jobs/job.ts";
import type { JobService } from "../jobs/job-service.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { faultFields, type Log } from "../errors/log.ts";
import { isDamagedResult } from "../results/damaged-result.ts";
import type { ResultEncoder } from "../results/result-encoder.ts";
import { sendResult } from "./bodies/send-result.ts";

export function resultRoutes({
  store,
  jobs,
  encoder,
  log,
}: {
  readonly store: JobStore;
  readonly jobs: Pick<JobService, "publicResult" | "result">;
  readonly encoder: ResultEncoder;
  readonly log: Log;
}): Route[] {
  return [
    route("GET /v3/job/result/:job_id", "read", {
      answers: [200, 206],
      summary: "Download a result; msgpack.gz and blocks support range requests",
      query: {
        format:
          "msgpack (default), msgpack.gz, arrow (an Arrow IPC stream), json, csv, tsv, or blocks (svclib's own format; msgpack.gz if the result is not stored in it)",
        header: "True: column names as the first row; ignored for msgpack.gz and arrow",
      },
      gives: [
        "application/x-msgpack",
        "application/gzip",
        ARROW_TYPE,
        BLOCKS_TYPE,
        "application/json",
        "text/csv",
        "text/tab-separated-values",
      ],
      handle: async ({ request, params, query, caller }) => {
        const job = checkOwner("Job", store.get(params.job_id), caller);
        if (!isFinished(job))
          throw new Fault("not_found", `Job ${job.id} is ${job.status}; it has no result yet.`);
        const format = query.get("format") ?? "msgpack";
        const header = /^(true|1)$/i.test(query.get("header") ?? "");
        try {
          const asKept = format === BLOCKS_FORMAT || format === ARROW_FORMAT;
          const found = asKept ? await jobs.result(job) : await jobs.publicResult(job);
          if (found !== null)
            return await sendResult(request, { job, ...found }, format, { header, encoder });
        } catch (error) {
          if (!isDamagedResult(error)) throw error;
          log({ event: "result_damaged", job: job.id, ...faultFields(error) });
          throw new Fault(
            "not_found",
            `Job ${job.id} has lost its result: the file is damaged. Issue the query again.`,
          );
        }
        const why =
          job.status === "success"
            ? "Its result was removed, or it never had one."
            : `It ended as ${job.status}.`;
        throw new Fault("not_found", `Job ${job.id} has no result. ${why}`);
      },
    }),
  ];
}
