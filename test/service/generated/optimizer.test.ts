import { expect, test } from "@jest/globals";
import { someOf } from "../../jest/short-form.ts";
import { difference, openPair, SHAPES } from "../../generator/optimizer.ts";

test("answers do not depend on the engine's optimizer", async () => {
  const pair = await openPair("presto");
  const faults: string[] = [];
  for (const sql of someOf(SHAPES, 9)) {
    const fault = await difference(pair, sql, 2);
    if (fault !== null) faults.push(fault);
  }
  await pair.close();
  expect(faults).toEqual([]);
});
