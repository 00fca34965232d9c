import { create_engine } from "../../../../src/core/query-engine.ts";
import { read_svc_job } from "../../../../src/core/read-job.ts";
import type { Table } from "../../../../src/core/table/table.ts";
import { expectSame } from "../expect-same.ts";
import type { FaultWorld } from "../fault-world.ts";
import { before, type Scenario } from "../run-seed.ts";

interface Prepared {
  readonly jobId: number;
  readonly texts: readonly string[];
}

// Two results of the same shape and nearly the same size, made once per service.
const prepared = new WeakMap<FaultWorld, Promise<readonly Prepared[]>>();

async function prepare(world: FaultWorld): Promise<readonly Prepared[]> {
  const all: Prepared[] = [];
  for (const salt of ["a", "b"]) {
    // A sequence has ten thousand entries at most.
    const numbers =
      "select (a.i - 1) * 10000 + b.j as x from unnest(sequence(1, 3)) a(i) cross join unnest(sequence(1, 10000)) b(j)";
    const sql = `select x as n, to_hex(md5(to_utf8('${salt}' || cast(x as varchar)))) as t from (${numbers}) order by x`;
    const table = await world.truth.query(sql, { db: "fixed", force_job: true });
    const [job] = await world.truth.list_jobs({ to: 0 });
    all.push({ jobId: job?.job_id ?? 0, texts: table.array("t") as string[] });
  }
  return all;
}

/** A result of some megabytes, taken up again where its transfer breaks. */
export const download: Scenario<{ table: Table; wanted: Prepared }> = {
  name: "ranged download",
  act: async ({ world, client, seed }) => {
    const ready = prepared.get(world) ?? prepare(world);
    prepared.set(world, ready);
    const wanted = (await ready)[seed % 2] as Prepared;
    const other = (await ready)[(seed + 1) % 2] as Prepared;
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
