import { expect, test } from "@jest/globals";
import { differenceOfLines, isRefused, linesOf } from "../../generator/compare.ts";
import { openHere } from "../../generator/engines.ts";
import { readRecord } from "../../generator/record.ts";
import { someOf } from "../../jest/short-form.ts";

// Real engines' answers to generated statements: `npm run generated -- --record` records them again.
test.each(["presto", "hive"] as const)(
  "statements of %s give the real engine's recorded answers",
  async (dialect) => {
    const here = await openHere(dialect);
    const faults: string[] = [];
    try {
      for (const recorded of someOf(readRecord(dialect), 10)) {
        const own = await here.run(recorded.sql);
        const fault =
          "error" in recorded
            ? isRefused(own)
              ? null
              : `expected ${recorded.error}`
            : isRefused(own)
              ? `${own.kind} ${own.error}`
              : differenceOfLines(recorded, linesOf(own));
        if (fault !== null) faults.push(`${recorded.sql}\n    ${fault}`);
      }
    } finally {
      await here.close();
    }
    expect(faults).toEqual([]);
  },
);
