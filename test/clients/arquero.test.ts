import { beforeAll, describe, expect, test } from "@jest/globals";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runSteps, type Steps } from "./describe-client.ts";

/** A checkout of Arquero's repository, whose tests its package does not have. */
const CHECKOUT = process.env["SVC_ARQUERO"] ?? "";

/** Tests that svclib's tables answer otherwise: how they fail, and what docs/tables.md says of it. */
const DIFFERENCES: readonly (readonly [name: string, failure: string, documented: string])[] = [
  ["verbs/derive, derive: supports bigint values", 'derive: op.median does not take the BigInts of d["v"], which mix with no numbers; write op.median(op.parse_float(d["v"]))', "Aggregates that would round BigInts"],
  ["verbs/derive, derive: supports parameters", "parameter in main scope", "Null is SQL's: arithmetic and comparisons with what is missing are null"],
  ["verbs/groupby, groupby: optimizes Arrow dictionary columns", "groupby reuses internal dictionary keys", "Groups of a column that Arquero reads from an Arrow dictionary are found by value"],
  ["verbs/join, join_full: performs full outer join with predicate", "full join data", "This holds for the rows of joins without a match too"],
  ["verbs/join, join_left: performs left outer join with predicate", "left join data", "This holds for the rows of joins without a match too"],
  ["verbs/join, join_right: performs right outer join with predicate", "right join data", "This holds for the rows of joins without a match too"],
  ["verbs/rollup, rollup: supports bigint values", 'rollup: op.median does not take the BigInts of d["v"], which mix with no numbers; write op.median(op.parse_float(d["v"]))', "Aggregates that would round BigInts"],
]; // prettier-ignore

const runSuite = (tables: "own" | "arquero"): Promise<Steps> =>
  runSteps(process.execPath, [join(import.meta.dirname, "arquero", "run-suite.mjs"), CHECKOUT, tables], {
    // As the repository's own script runs them.
    env: { TZ: "America/Los_Angeles" },
  });

describe("the tests of Arquero's repository", () => {
  let arquero: Steps;
  let own: Steps;
  beforeAll(async () => {
    [arquero, own] = [await runSuite("arquero"), await runSuite("own")];
  });

  test("both runs reach their end, and nearly all tests pass with Arquero's tables", () => {
    expect([arquero.failure, own.failure]).toEqual(["", ""]);
    // The others need the network, or packages that svclib does not have.
    const outcomes = Object.values(arquero.values);
    expect(outcomes.filter((outcome) => outcome === "passed").length / outcomes.length).toBeGreaterThan(0.95);
  });

  test("svclib's tables pass those that Arquero's pass, but for the differences", () => {
    const failing = Object.entries(own.values).filter(
      ([name, outcome]) => outcome !== "passed" && arquero.values[name] === "passed",
    );
    expect(failing.sort()).toEqual(DIFFERENCES.map(([name, failure]) => [name, failure]));
    expect(Object.keys(own.values)).toEqual(Object.keys(arquero.values));
  });

  test.each(DIFFERENCES)("docs/tables.md has the difference of %s", async (_name, _failure, documented) => {
    const page = await readFile(join(import.meta.dirname, "..", "..", "docs", "tables.md"), "utf8");
    expect(page).toContain(documented);
  });
});
