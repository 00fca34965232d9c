import { expect, test } from "@jest/globals";
import { crashRounds } from "./lib/crash/crash-rounds.ts";
import { longNumber } from "./lib/long-number.ts";
import { report } from "./lib/report.ts";

test("what was answered survives every crash, once", async () => {
  const rounds = longNumber("SVC_CRASH_ROUNDS", 200);
  const seed = longNumber("SVC_FAULT_SEED", 1);
  const figures = await crashRounds(rounds, seed);
  expect(figures.rounds).toBe(rounds);
  report("crashes", { seed, ...figures });
});
