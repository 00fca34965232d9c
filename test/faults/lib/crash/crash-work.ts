import type { Random } from "../../../core/helpers/random.ts";
import { msgpackGz } from "../../../service/helpers/msgpack-gz.ts";
import type { Entry, Ledger } from "./ledger.ts";
import type { ServiceProcess } from "./service-process.ts";
import { runStatement } from "./statement.ts";

type Work = (service: ServiceProcess, ledger: Ledger, random: Random) => Promise<void>;

function records(entry: Entry): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: entry.rows }, (_, n) => ({
    time: 1700000000 + n,
    batch: entry.batch,
    n,
  }));
  return msgpackGz(rows);
}

async function waitForJob(service: ServiceProcess, jobId: string): Promise<string> {
  for (;;) {
    const { status } = await service.get<{ status: string }>(`/v3/job/status/${jobId}?wait=5`);
    if (["success", "error", "killed"].includes(status)) return status;
  }
}

const stream: Work = async (service, ledger, random) => {
  const entry = ledger.begin("stream", 1 + random.below(3000));
  await service.put(`/v3/table/import_with_id/crash/rows/id-${entry.batch}/msgpack.gz`, records(entry));
  entry.done = true;
};

const bulk: Work = async (service, ledger, random) => {
  const entry = ledger.begin("bulk", 1 + random.below(20_000));
  const session = `s${entry.batch}`;
  await service.post(`/v3/bulk_import/create/${session}/crash/rows`);
  await service.put(`/v3/bulk_import/upload_part/${session}/part-0`, records(entry));
  await service.post(`/v3/bulk_import/freeze/${session}`);
  const { job_id } = await service.post<{ job_id: string }>(`/v3/bulk_import/perform/${session}`);
  if ((await waitForJob(service, String(job_id))) !== "success") throw new Error("the load failed");
  await service.post(`/v3/bulk_import/commit/${session}`);
  entry.done = true;
  await service.post(`/v3/bulk_import/delete/${session}`);
};

const insert: Work = async (service, ledger, random) => {
  const entry = ledger.begin("insert", 1 + random.below(50));
  const values = Array.from({ length: entry.rows }, (_, n) => `(${1700000000 + n}, ${entry.batch}, ${n})`);
  await runStatement(service, `insert into rows (time, batch, n) values ${values.join(", ")}`);
  entry.done = true;
};

const issue = async (service: ServiceProcess, entry: Entry, query: string): Promise<void> => {
  const { job_id } = await service.post<{ job_id: string }>("/v3/job/issue/presto/crash", { query });
  entry.jobId = job_id;
  const status = await waitForJob(service, job_id);
  if (status !== "success") {
    const { debug } = await service.get<{ debug: { stderr: string } }>(`/v3/job/show/${job_id}`);
    throw new Error(`job ${job_id} ended as ${status}: ${debug.stderr}`);
  }
  entry.done = true;
};

const numbers = (entry: Entry): string =>
  `select ${entry.batch} as batch, x as n from unnest(sequence(1, ${entry.rows})) as s(x)`;

const ctas: Work = async (service, ledger, random) => {
  const entry = ledger.begin("ctas", 1 + random.below(9000));
  await issue(service, entry, `create table made_${entry.batch} as ${numbers(entry)}`);
};

const query: Work = async (service, ledger, random) => {
  const entry = ledger.begin("query", 1 + random.below(9000));
  await issue(service, entry, numbers(entry));
  await (await service.fetch(`/v3/job/result/${entry.jobId}?format=msgpack.gz`)).arrayBuffer();
};

const KINDS: readonly Work[] = [stream, bulk, insert, ctas, query];

/** Runs all kinds of work at once until `stopped`; failures after that, and those that report a lost engine, are expected. */
export async function workUntil(
  service: ServiceProcess,
  ledger: Ledger,
  random: Random,
  stopped: () => boolean,
): Promise<void> {
  await Promise.all(
    KINDS.map(async (work) => {
      while (!stopped()) {
        const first = ledger.entries.length;
        try {
          await work(service, ledger, random);
        } catch (error) {
          if (stopped()) return;
          const said = (error as Error).message;
          if (!said.includes("The embedded engine was stopped while this ran")) throw error;
          const own = ledger.entries.slice(first).find(({ kind }) => kind === work.name);
          if (own && said.includes("all of its changes were made")) own.done = own.failed = true;
          if (own && said.includes("none of its changes were made")) own.undone = true;
        }
      }
    }),
  );
}
