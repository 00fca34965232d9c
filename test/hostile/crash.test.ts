import { expect, test } from "@jest/globals";
import { crashRounds } from "../faults/lib/crash/crash-rounds.ts";
import { partOf } from "../jest/short-form.ts";

// Two hundred rounds: npm run test:faults.
test("answered requests survive a crash, exactly once", async () => {
  const { answered } = await crashRounds(partOf(3, 3), 1);
  expect(answered).toBeGreaterThan(partOf(5, 3));
});
