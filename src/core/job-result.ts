import { decodeResult } from "./decode/decode-result.ts";
import { downloadResult } from "./decode/download-result.ts";
import type { JobRecord } from "./endpoints/jobs.ts";
import type { Transport } from "./http/transport.ts";
import { Table } from "./table/table.ts";
import { uniqueNames } from "./table/unique-names.ts";

/** Download and decode the result of a job that ended as `success`. */
export async function readJobResult(
  transport: Transport,
  jobId: string,
  record: JobRecord,
  options: { signal?: AbortSignal | undefined; show_progress?: boolean | undefined },
): Promise<Table> {
  const schema = record.result_schema ?? [];
  const chunks = downloadResult(transport, jobId, record, options);
  const { columns } = await decodeResult(chunks, schema, record.num_records);
  const names = uniqueNames(schema.map(({ name }) => name));
  const types = Object.fromEntries(schema.map(({ type }, i) => [names[i] as string, type]));
  return Table.of(columns, names, { types });
}
