import { openJobResult, type JobRecord } from "../endpoints/jobs.ts";
import type { Transport } from "../http/transport.ts";

/** The bytes of a job's result file, as they come. */
export async function* downloadResult(
  transport: Transport,
  jobId: string,
  _record: JobRecord,
  options: { signal?: AbortSignal | undefined; show_progress?: boolean | undefined },
): AsyncGenerator<Uint8Array> {
  const response = await openJobResult(transport, jobId, { offset: 0, etag: null }, options.signal);
  for await (const chunk of response.body ?? []) {
    yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  }
}
