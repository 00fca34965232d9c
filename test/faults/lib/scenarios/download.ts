import { decodeBlocks, decodeResult } from "../../../core/helpers/decode-whole.ts";
import { checkAnnounced } from "../../../../src/core/decode/check-announced.ts";
import { downloadResult } from "../../../../src/core/decode/download/download-result.ts";
import { openJobResult, showJob } from "../../../../src/core/endpoints/jobs.ts";
import { create_engine } from "../../../../src/core/query-engine.ts";
import { read_svc_job } from "../../../../src/core/read/read-job.ts";
import type { Table } from "../../../../src/core/table/table.ts";
import { expectSame } from "../expect-same.ts";
import type { FaultWorld } from "../fault-world.ts";
import { before, type Scenario } from "../run-seed.ts";

interface Prepared {
  readonly jobId: number;
  readonly texts: readonly string[];
}

// Results of the same shape and nearly the same size, made once per service: two in column blocks, and two in the public form.
const prepared = new WeakMap<FaultWorld, Promise<readonly Prepared[]>>();

async function prepare(world: FaultWorld): Promise<readonly Prepared[]> {
  const all: Prepared[] = [];
  for (const salt of ["a", "b", "c", "d"]) {
    // A sequence has at most ten thousand entries.
    const numbers =
      "select (a.i - 1) * 10000 + b.j as x from unnest(sequence(1, 3)) a(i) cross join unnest(sequence(1, 10000)) b(j)";
    const sql = `select x as n, to_hex(md5(to_utf8('${salt}' || cast(x as varchar)))) as t from (${numbers}) order by x`;
    const table = await world.truth.query(sql, { db: "fixed", force_job: true });
    const [job] = await world.truth.list_jobs({ to: 0 });
    all.push({ jobId: job?.job_id ?? 0, texts: table.array("t") as string[] });
  }
  // A request for the public form makes the service store the result in it.
  for (const { jobId } of all.slice(2)) {
    const whole = { format: "msgpack.gz", offset: 0, end: null, etag: null } as const;
    await (await openJobResult(world.truth.connection.transport, String(jobId), whole)).arrayBuffer();
  }
  return all;
}

/** The result that a run downloads, and another of the same form. */
async function chosen(
  world: FaultWorld,
  seed: number,
): Promise<readonly [wanted: Prepared, other: Prepared]> {
  const ready = prepared.get(world) ?? prepare(world);
  prepared.set(world, ready);
  const all = await ready;
  const form = seed % 4 < 2 ? 0 : 2;
  return [all[form + (seed % 2)] as Prepared, all[form + ((seed + 1) % 2)] as Prepared];
}

/** Downloads a result of some megabytes, resuming after interruptions. */
export const download: Scenario<{ table: Table; wanted: Prepared }> = {
  name: "ranged download",
  act: async ({ world, client, seed }) => {
    const [wanted, other] = await chosen(world, seed);
    const engine = create_engine("presto:fixed", client);
    if (seed % 3 === 0) await before(() => read_svc_job(other.jobId, engine));
    const table = await read_svc_job(wanted.jobId, engine);
    return { table, wanted };
  },
  check: (_run, { table, wanted }) => {
    expectSame(
      "n",
      Array.from(table.array("n") as Iterable<number>),
      wanted.texts.map((_, i) => i + 1),
    );
    expectSame("t", table.array("t") as string[], wanted.texts);
  },
};

/** Limits under which every link counts as slow. */
const PARTS = { slowBytesPerMs: Infinity, sampleMs: 0, restMs: 0, partBytes: 32 * 1024 };

/** The same download in parts over several connections at once. */
export const downloadParts: Scenario<{ texts: string[]; wanted: Prepared }> = {
  name: "download in parts over several connections",
  act: async ({ world, client, seed }) => {
    const [wanted, other] = await chosen(world, seed);
    const { transport } = client.connection;
    const id = String(wanted.jobId);
    const record = await showJob(transport, id);
    if (seed % 3 === 0) await before(() => showJob(transport, String(other.jobId)));
    const inBlocks = record.result_blocks_size !== null;
    const received = { bytes: 0, framed: false };
    const chunks = downloadResult(transport, id, {
      format: inBlocks ? "blocks" : "msgpack.gz",
      size: record.result_blocks_size ?? record.result_size,
      limits: PARTS,
      onEnd: (bytes, framed) => Object.assign(received, { bytes, framed }),
    });
    const decode = inBlocks ? decodeBlocks : decodeResult;
    const { columns, rowCount, checked } = await decode(
      chunks,
      record.result_schema ?? [],
      record.num_records,
    );
    const announced = { rows: record.num_records, bytes: record.result_size };
    checkAnnounced(id, { rows: rowCount, checked, ...received }, announced, transport.echoesRequestIds);
    return { texts: [...(columns[1] as Iterable<string>)], wanted };
  },
  check: (_run, { texts, wanted }) => expectSame("t", texts, wanted.texts),
};
