import { expect, test } from "@jest/globals";
import { crashRounds } from "./lib/crash/crash-rounds.ts";
import { inPieces } from "./lib/in-pieces.ts";
import { longNumber } from "./lib/long-number.ts";

test("answered requests survive every crash, exactly once", async () => {
  const total = longNumber("SVC_CRASH_ROUNDS", 200);
  const firstSeed = longNumber("SVC_FAULT_SEED", 1);
  // Each piece is one folder that is crashed repeatedly; its first seed determines all of it.
  await inPieces("crashes", { firstSeed, total, size: 25 }, async (seed, rounds) => {
    const { rounds: done, ...figures } = await crashRounds(rounds, seed);
    expect(done).toBe(rounds);
    return figures;
  });
});
