import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { collectWarnings } from "../core/helpers/collect-warnings.ts";
import { openFaultWorld, type FaultWorld } from "../faults/lib/fault-world.ts";
import { runSeeds } from "../faults/lib/run-seed.ts";
import { partOf } from "../jest/short-form.ts";
import { SCENARIOS } from "../faults/lib/scenarios/all-scenarios.ts";

// Every run ends in the right answer or in one clear typed error. The seeds are the same each time, so more of them repeat what is known:
// npm run test:faults looks for what is not, in thousands of runs.

const RUNS = partOf(120, 24);

collectWarnings();

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld();
});
afterAll(() => world.close());

test.each(SCENARIOS.map(({ scenario, share }) => [scenario.name, scenario, share] as const))(
  "%s through faults",
  async (_name, scenario, share) => {
    const count = Math.ceil(RUNS * share);
    const ends = await runSeeds(world, scenario, 1, count);
    expect([...ends.values()].reduce((sum, n) => sum + n, 0)).toBe(count);
  },
);
