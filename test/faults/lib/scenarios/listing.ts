import { expectSame } from "../expect-same.ts";
import { FIXED_TABLES } from "../fault-world.ts";
import { before, type FaultRun, type Scenario } from "../run-seed.ts";

const LISTS: Readonly<Record<string, (run: FaultRun) => Promise<readonly unknown[]>>> = {
  databases: async ({ client }) => (await client.list_databases()).map(({ name }) => name),
  tables: async ({ client }) => {
    await before(() => client.list_tables("written"));
    return (await client.list_tables("fixed")).map(({ name, count }) => `${name} ${count}`);
  },
  exists: async ({ client }) => [
    await client.exists("fixed", "beta"),
    await client.exists("fixed", "delta"),
    await client.exists("nowhere", "beta"),
  ],
  jobs: async ({ client }) => (await client.list_jobs({ to: 9 })).map(({ job_id }) => job_id),
};

const RIGHT: Readonly<Record<string, (got: readonly unknown[]) => readonly unknown[]>> = {
  databases: () => ["fixed", "written"],
  tables: () => FIXED_TABLES.map((name) => `${name} 2`),
  exists: () => [true, false, false],
  // Other runs add and remove jobs, so only the order is checked: newest first, none twice.
  jobs: (got) => [...new Set(got as number[])].sort((a, b) => b - a),
};

const kindOf = (seed: number): string => Object.keys(LISTS)[seed % 4] as string;

export const listing: Scenario<readonly unknown[]> = {
  name: "listing",
  act: (run) => (LISTS[kindOf(run.seed)] as (run: FaultRun) => Promise<readonly unknown[]>)(run),
  check: ({ seed }, got) => expectSame(kindOf(seed), got, RIGHT[kindOf(seed)]?.(got) ?? []),
};
