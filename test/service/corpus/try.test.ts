import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { partOf, someOf } from "../../jest/short-form.ts";
import type { TestRunner } from "../../engine/open-runner.ts";
import { openRunner } from "../../engine/open-runner.ts";
import { expressionsOfCorpus, variants } from "./corpus-calls.ts";
import { plain } from "./read-corpus.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner();
});
afterAll(() => service.close());

/** The values of each expression, by row; null for one that is not answered. */
async function columnsOf(
  expressions: readonly (string | null)[],
  rows: string,
): Promise<(unknown[] | null)[]> {
  const own = expressions.filter((one) => one !== null);
  try {
    const answer = await service.query(`select ${own.join(", ")} from (values ${rows}) t(n)`);
    let next = 0;
    return expressions.map((one) => {
      if (one === null) return null;
      const i = next++;
      return answer.rows.map((row) => plain(row[i]));
    });
  } catch {
    if (own.length <= 1) return expressions.map(() => null);
    const alone = [];
    for (const one of expressions) alone.push(...(await columnsOf([one], rows)));
    return alone;
  }
}

test("TRY of every function and operator is null in the rows where an argument fails, and its value in the others", async () => {
  const faults: string[] = [];
  let tried = 0;
  for (const expression of someOf(expressionsOfCorpus("presto"), 12)) {
    const withNull = variants(expression, (arg) => `array[${arg}, null][n]`);
    const without = variants(expression, (arg) => `array[${arg}, ${arg}][n]`);
    const right = await columnsOf(withNull, "1, 2, 1");
    // Null may be refused.
    const again = await columnsOf(
      without.map((one, i) => (right[i] === null ? one : null)),
      "1, 2, 1",
    );
    const chosen = withNull.map((one, i) =>
      right[i] !== null ? one : again[i] != null ? without[i]! : null,
    );
    const got = await columnsOf(
      chosen.map((one) => one && `try(${one})`),
      "1, 3, 2, 1, 2, 3, 3, 1",
    );
    for (const [i, one] of chosen.entries()) {
      if (one === null) continue;
      const [first, second] = (right[i] ?? again[i])!;
      const expected = [first, null, second, first, second, null, null, first];
      tried++;
      if (JSON.stringify(got[i]) !== JSON.stringify(expected))
        faults.push(`try(${one})\n    ${JSON.stringify(got[i])}, not ${JSON.stringify(expected)}`);
    }
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(partOf(700, 12) - 30);
}, 300_000);
