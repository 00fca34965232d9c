import { gzipSync } from "node:zlib";
import { encode } from "@msgpack/msgpack";
import { httpServer, type HttpServer, type Reply, type SeenRequest } from "./http-server.ts";

/** The result of a fake job. */
export interface FakeResult {
  readonly schema: readonly (readonly [name: string, type: string])[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Two rows of two columns. */
export const TWO_ROWS = {
  schema: [
    ["id", "bigint"],
    ["name", "varchar"],
  ],
  rows: [
    [1, "a"],
    [2, null],
  ],
} as const;

/** Encodes rows as the service does: concatenated msgpack arrays, gzipped. */
function resultFile(rows: readonly (readonly unknown[])[]): Buffer {
  return gzipSync(Buffer.concat(rows.map((row) => encode(row, { useBigInt64: true }))));
}

/** Fields of `job/show` for a successful job. */
export function jobReply(jobId: string, result: FakeResult, more: object = {}): object {
  return {
    job_id: jobId,
    status: "success",
    type: "presto",
    database: "db1",
    query: "select 1",
    start_at: "2024-05-06 07:08:01 UTC",
    num_records: result.rows.length,
    result_size: resultFile(result.rows).length,
    hive_result_schema: JSON.stringify(result.schema),
    result: "",
    debug: { cmdout: "started\n", stderr: null },
    ...more,
  };
}

/** A service on which every query gives `result` after `polls` status requests; `override` may answer first. */
export async function fakeService(
  result: FakeResult,
  options: {
    polls?: number;
    override?: (request: SeenRequest) => Reply | undefined | Promise<Reply | undefined>;
  } = {},
): Promise<HttpServer> {
  let looks = 0;
  return httpServer(async (request) => {
    const own = await options.override?.(request);
    if (own !== undefined) return own;
    const path = request.url.split("?", 1)[0] ?? "";
    if (path.startsWith("/v3/job/issue/")) return { body: { job_id: "42", job: "42", database: "db1" } };
    if (path === "/v3/job/status/42") {
      looks += 1;
      return { body: { job_id: "42", status: looks > (options.polls ?? 0) ? "success" : "running" } };
    }
    if (path === "/v3/job/show/42") return { body: jobReply("42", result) };
    if (path === "/v3/job/result/42") return { body: resultFile(result.rows) };
    if (path === "/v3/job/kill/42") return { body: { job_id: "42", former_status: "running" } };
    return { status: 404, body: { error: "not found", message: `no route ${path}` } };
  });
}
