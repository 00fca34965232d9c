import { expect, test } from "@jest/globals";
import { crashRounds } from "../faults/lib/crash/crash-rounds.ts";

// Two hundred rounds: npm run test:faults.
test("answered requests survive a crash, exactly once", async () => {
  const { answered } = await crashRounds(3, 1);
  expect(answered).toBeGreaterThan(5);
});
