import type { Table } from "../../../../src/core/table/table.ts";
import { expectSame } from "../expect-same.ts";
import { before, type Scenario } from "../run-seed.ts";
import { numberedRows } from "./read-query.ts";

/** A result of many pages. */
function manyPages(seed: number): { sql: string; rows: object[] } {
  const sql =
    `select ${seed} as run, x as n, rpad(cast(x as varchar), 400, '.') as t ` +
    "from unnest(sequence(1, 9000)) as s(x) order by x";
  const rows = Array.from({ length: 9000 }, (_, i) => ({
    run: seed,
    n: i + 1,
    t: String(i + 1).padEnd(400, "."),
  }));
  return { sql, rows };
}

const statementOf = (seed: number): { sql: string; rows: object[] } =>
  seed % 5 === 0 ? manyPages(seed) : numberedRows(seed);

export const queryDirect: Scenario<Table> = {
  name: "Client.query on the statement protocol",
  act: async ({ client, seed }) => {
    await before(() => client.query(`select ${seed} as earlier`, { db: "fixed" }));
    return client.query(statementOf(seed).sql, { db: "fixed" });
  },
  check: ({ seed }, table) => expectSame("the result", table.objects(), statementOf(seed).rows),
};
