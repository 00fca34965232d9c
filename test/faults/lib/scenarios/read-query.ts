import { create_engine } from "../../../../src/core/query-engine.ts";
import { read_svc_query } from "../../../../src/core/read/read-query.ts";
import type { Table } from "../../../../src/core/table/table.ts";
import { expectSame } from "../expect-same.ts";
import { before, type FaultRun, type Scenario } from "../run-seed.ts";

const LENGTHS = [0, 1, 17, 3000];

/** Rows of a statement that is different in each run, so that the reply to another run's is detected. */
export function numberedRows(seed: number): { sql: string; rows: object[] } {
  const count = LENGTHS[seed % LENGTHS.length] as number;
  const sql =
    `select ${seed} as run, x as n, if(x % 7 = 0, null, x * 2251799813685248) as big, ` +
    `cast(x as varchar) || '-é' as t from unnest(sequence(1, 3000)) as s(x) where x <= ${count} order by x`;
  const rows = Array.from({ length: count }, (_, i) => {
    const n = i + 1;
    // One BigInt makes the whole column BigInt.
    const big = n % 7 === 0 ? null : count > 1 ? BigInt(n) * 2251799813685248n : n * 2251799813685248;
    return { run: seed, n, big, t: `${n}-é` };
  });
  return { sql, rows };
}

export const readQuery: Scenario<Table> = {
  name: "read_svc_query",
  act: async ({ client, seed }: FaultRun) => {
    const engine = create_engine(seed % 3 === 0 ? "hive:fixed" : "presto:fixed", client);
    await before(() => read_svc_query(`select ${seed} as earlier`, engine));
    return read_svc_query(sqlFor(seed), engine);
  },
  check: ({ seed }, table) =>
    expectSame("the result", table.objects(), seed % 3 === 0 ? hiveRows(seed) : numberedRows(seed).rows),
};

function sqlFor(seed: number): string {
  if (seed % 3 !== 0) return numberedRows(seed).sql;
  return `select ${seed} as run, n, t from alpha order by n`;
}

function hiveRows(seed: number): object[] {
  return [
    { run: seed, n: 1, t: "a" },
    { run: seed, n: 2, t: "b" },
  ];
}
