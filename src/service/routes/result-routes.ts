import { open } from "node:fs/promises";
import { ARROW_FORMAT, ARROW_TYPE, ARROW_ZSTD } from "../../core/wire/arrow/arrow-type.ts";
import { BLOCKS_FORMAT, BLOCKS_TYPE } from "../../core/blocks/block-format.ts";
import { Fault, isDamagedResult } from "../../engine/errors/fault.ts";
import { route, type Route } from "../http/route.ts";
import { checkOwner } from "../access/check-owner.ts";
import { isFinished, type Job } from "../jobs/job.ts";
import type { JobService } from "../jobs/job-service.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { faultFields, type Log } from "../../engine/errors/log.ts";
import type { ResultEncoder } from "../../engine/results/result-encoder.ts";
import { fileResponse, readPart } from "../http/file-body.ts";
import { sendFile } from "../http/send-file.ts";
import { streamBytes, streamResponse } from "../http/stream-response.ts";
import { GrowingFile } from "../results/growing-file.ts";
import type { StoredResult } from "../results/result-files.ts";
import { TEXT_FORMATS, type TextFormatName } from "../../engine/results/text-formats.ts";

export function resultRoutes({
  store,
  jobs,
  encoder,
  log,
}: {
  readonly store: JobStore;
  readonly jobs: Pick<JobService, "arrowResult" | "publicResult" | "result">;
  readonly encoder: ResultEncoder;
  readonly log: Log;
}): Route[] {
  return [
    route("GET /v3/job/result/:job_id", "any", {
      answers: [200, 206],
      summary: "Download a result; msgpack.gz, blocks and arrow support range requests",
      query: {
        format:
          "msgpack (default), msgpack.gz, arrow (an Arrow IPC stream), json, csv, tsv, or blocks (svclib's own format; msgpack.gz if the result is not stored in it)",
        compression:
          "zstd: the batches of an Arrow stream are compressed, if the service's Node.js has it; for arrow only",
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
      handle: async ({ request, params, query, caller, memory }) => {
        const job = checkOwner("Job", store.get(params.job_id), caller);
        if (!isFinished(job))
          throw new Fault("not_found", `Job ${job.id} is ${job.status}; it has no result yet.`);
        const format = query.get("format") ?? "msgpack";
        const compression = query.get("compression");
        if (compression !== null && !(compression === "zstd" && format === ARROW_FORMAT))
          throw new Fault(
            "bad_request",
            `The compression ${JSON.stringify(compression)} is not zstd of format=arrow.`,
          );
        const header = /^(true|1)$/i.test(query.get("header") ?? "");
        const arrow = compression === null ? ARROW_FORMAT : ARROW_ZSTD;
        try {
          const stored =
            format === ARROW_FORMAT
              ? await jobs.arrowResult(job, arrow, arrowNeed(request))
              : await jobs[format === BLOCKS_FORMAT ? "result" : "publicResult"](job);
          if (stored instanceof GrowingFile) {
            memory.add(streamBytes());
            return fileResponse((into) => stored.pieces(into), { headers: headersOf(job, arrow) });
          }
          const isStored = stored?.form === format || stored?.form === ARROW_ZSTD;
          memory.add(streamBytes(isStored ? stored.size : undefined));
          if (stored !== null)
            return await sendResult(request, { job, ...stored }, format, { header, encoder });
        } catch (error) {
          if (error instanceof Error && error.name === "ArrowValueError")
            throw new Fault("invalid", `The result of job ${job.id} is no Arrow stream: ${error.message}.`);
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

/** Headers that only a file whose size is known can meet. */
const OF_WHOLE = ["range", "if-range", "if-match", "if-none-match"];

/** What of an Arrow stream a request needs to be replied to. */
function arrowNeed({ method, headers }: Request): "beginning" | "whole" | "stored" {
  if (method === "HEAD") return "stored";
  return OF_WHOLE.some((name) => headers.has(name)) ? "whole" : "beginning";
}

const TYPES: Readonly<Record<StoredResult["form"], string>> = {
  arrow: ARROW_TYPE,
  "arrow.zst": ARROW_TYPE,
  blocks: BLOCKS_TYPE,
  "msgpack.gz": "application/gzip",
};

/**
 * Replies to GET or HEAD with a job's result.
 *
 * `msgpack.gz`, `blocks` and `arrow` are the file as stored, with support for ranges. `msgpack`, `json`, `csv` and `tsv` are encoded from
 * msgpack.gz, with the column names as a first row if `header`.
 */
async function sendResult(
  request: Request,
  result: StoredResult & { readonly job: Job },
  format: string,
  { header, encoder }: { readonly header: boolean; readonly encoder: ResultEncoder },
): Promise<Response> {
  const columns = result.job.columns ?? [];
  if (format === "msgpack.gz" || format === BLOCKS_FORMAT || format === ARROW_FORMAT) {
    const { job, path, size } = result;
    // HEAD for a stream that was not encoded yet: its size is unknown.
    const isUnknown = format === ARROW_FORMAT && TYPES[result.form] !== ARROW_TYPE;
    const headers = headersOf(job, isUnknown ? format : result.form);
    if (isUnknown) return new Response(null, { headers });
    return sendFile(request, path, { size, etag: `"${job.id}-${job.endedAtMs ?? 0}-${size}"`, headers });
  }
  if (!isEncoded(format))
    throw new Fault(
      "bad_request",
      `The result format ${JSON.stringify(format)} is not one of msgpack, msgpack.gz, arrow, json, csv, tsv.`,
    );
  const { path, size } = result;
  const headers = new Headers(
    format === "msgpack"
      ? { "content-type": "application/x-msgpack", vary: "accept-encoding" }
      : { "content-type": TEXT_FORMATS[format].contentType },
  );
  const asStored = format === "msgpack" && !header && takesGzip(request);
  if (asStored) {
    headers.set("content-encoding", "gzip");
    headers.set("content-length", String(size));
  }
  if (request.method === "HEAD") return new Response(null, { headers });
  if (asStored)
    return fileResponse(readPart({ handle: await open(path, "r"), first: 0, last: size - 1 }), { headers });
  return streamResponse((await encoder.encode(path, format, { columns, header })).pieces, { headers });
}

function headersOf({ id }: Job, form: StoredResult["form"]): Record<string, string> {
  const named = form === ARROW_ZSTD ? `${ARROW_FORMAT}&compression=zstd` : form;
  return {
    // Without content-encoding: the body itself is gzip data, which clients would decompress twice.
    "content-type": TYPES[form],
    // Lets a client verify that the reply belongs to its request.
    "content-location": `/v3/job/result/${id}?format=${named}`,
  };
}

/** A client refuses an encoding by the weight 0. */
const takesGzip = ({ headers }: Request): boolean =>
  /\bgzip\s*(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[,;]|$)/i.test(headers.get("accept-encoding") ?? "");

function isEncoded(format: string): format is "msgpack" | TextFormatName {
  return format === "msgpack" || Object.hasOwn(TEXT_FORMATS, format);
}
