import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openFaultWorld, type FaultWorld } from "./lib/fault-world.ts";
import { longNumber } from "./lib/long-number.ts";
import { report } from "./lib/report.ts";
import { runSeeds } from "./lib/run-seed.ts";
import { SCENARIOS } from "./lib/scenarios/all-scenarios.ts";

const RUNS = longNumber("SVC_FAULT_RUNS", 10_000);
const FIRST_SEED = longNumber("SVC_FAULT_SEED", 1);

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld();
});
afterAll(() => world.close());

test.each(SCENARIOS.map(({ scenario, share }) => [scenario.name, scenario, share] as const))(
  "%s through faults",
  async (name, scenario, share) => {
    const count = Math.ceil(RUNS * share);
    const ends = await runSeeds(world, scenario, FIRST_SEED, count);
    expect([...ends.values()].reduce((sum, n) => sum + n, 0)).toBe(count);
    report(name, { runs: count, first_seed: FIRST_SEED, ...Object.fromEntries(ends) });
  },
);
