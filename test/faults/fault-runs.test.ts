import { afterAll, beforeAll, test } from "@jest/globals";
import { collectWarnings } from "../core/helpers/collect-warnings.ts";
import { openFaultWorld, type FaultWorld } from "./lib/fault-world.ts";
import { inPieces } from "./lib/in-pieces.ts";
import { longNumber } from "./lib/long-number.ts";
import { runSeeds } from "./lib/run-seed.ts";
import { SCENARIOS } from "./lib/scenarios/all-scenarios.ts";

const RUNS = longNumber("SVC_FAULT_RUNS", 10_000);
const FIRST_SEED = longNumber("SVC_FAULT_SEED", 1);
const PIECE = 100;

collectWarnings();

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld();
});
afterAll(() => world.close());

test.each(SCENARIOS.map(({ scenario, share }) => [scenario.name, scenario, share] as const))(
  "%s through faults",
  async (name, scenario, share) => {
    const total = Math.ceil(RUNS * share);
    await inPieces(name, { firstSeed: FIRST_SEED, total, size: PIECE }, async (seed, count) =>
      Object.fromEntries(await runSeeds(world, scenario, seed, count)),
    );
  },
);
