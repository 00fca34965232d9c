import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { BOOLEAN } from "../../../src/dialect/types/type.ts";
import { isRefused, linesOf } from "../../generator/compare.ts";
import { openHere } from "../../generator/engines.ts";
import { Expressions, type Scope } from "../../generator/expressions.ts";
import { hive } from "../../generator/hive.ts";
import { print } from "../../generator/node.ts";
import { presto } from "../../generator/presto.ts";
import { Random } from "../../generator/random.ts";
import { TABLES } from "../../generator/tables.ts";
import { partOf } from "../../jest/short-form.ts";
import type { Vocabulary } from "../../generator/vocabulary.ts";

/** Two statements that must give the same rows for any predicates. */
type Rewrite = (p: string, q: string) => readonly [string, string];

const REWRITES: Readonly<Record<string, Rewrite>> = {
  "a predicate is true, false or unknown for each row": (p) => [
    "SELECT count(*) FROM main",
    `SELECT sum(n) FROM (SELECT count(*) AS n FROM main WHERE ${p} UNION ALL SELECT count(*) FROM main WHERE NOT ${p} UNION ALL SELECT count(*) FROM main WHERE (${p}) IS NULL) x`,
  ],
  "a predicate filters as a CASE counts": (p) => [
    `SELECT count(*) FROM main WHERE ${p}`,
    `SELECT count(CASE WHEN ${p} THEN 1 END) FROM main`,
  ],
  "conditions hold in any order": (p, q) => [
    `SELECT id, w FROM main WHERE ${p} AND ${q}`,
    `SELECT id, w FROM main WHERE ${q} AND ${p}`,
  ],
  "a condition moves into a subquery": (p, q) => [
    `SELECT id, w FROM main WHERE ${p} AND ${q}`,
    `SELECT id, w FROM (SELECT * FROM main WHERE ${p}) x WHERE ${q}`,
  ],
  "a subquery gets a name": (p, q) => [
    `SELECT w, count(*) FROM (SELECT * FROM main WHERE ${p}) x WHERE ${q} GROUP BY w`,
    `WITH x AS (SELECT * FROM main WHERE ${p}) SELECT w, count(*) FROM x WHERE ${q} GROUP BY w`,
  ],
  "a join is turned": (p) => [
    `SELECT a.id, b.q FROM (SELECT * FROM main WHERE ${p}) a LEFT JOIN side b ON a.id = b.id`,
    `SELECT a.id, b.q FROM side b RIGHT JOIN (SELECT * FROM main WHERE ${p}) a ON b.id = a.id`,
  ],
  "an outer join is an inner one and the rows without a match": (p) => [
    `SELECT a.id, b.q FROM (SELECT * FROM main WHERE ${p}) a LEFT JOIN side b ON a.w = b.w`,
    `SELECT a.id, b.q FROM main a JOIN side b ON a.w = b.w WHERE a.id IN (SELECT id FROM main WHERE ${p}) UNION ALL SELECT a.id, CAST(NULL AS int) FROM main a WHERE a.id IN (SELECT id FROM main WHERE ${p}) AND NOT EXISTS (SELECT 1 FROM side b WHERE b.w = a.w)`,
  ],
  "aggregates of the parts add up": (p) => [
    "SELECT w, count(n), sum(n), min(n), max(s) FROM main GROUP BY w",
    `SELECT w, sum(a), sum(b), min(c), max(d) FROM (SELECT w, count(n) AS a, sum(n) AS b, min(n) AS c, max(s) AS d FROM main WHERE ${p} GROUP BY w UNION ALL SELECT w, count(n), sum(n), min(n), max(s) FROM main WHERE (${p}) IS NULL OR NOT ${p} GROUP BY w) x GROUP BY w`,
  ],
  "DISTINCT is GROUP BY": (p, q) => [
    `SELECT DISTINCT w, (${p}), (${q}) FROM main`,
    `SELECT w, (${p}), (${q}) FROM main GROUP BY w, (${p}), (${q})`,
  ],
};

const COLUMNS: Scope = TABLES[0]!.columns.map(({ name, type }) => ({ sql: name, type }));
const RUNS = partOf(12, 6);

const predicate = (random: Random, words: Vocabulary): string =>
  `(${print(new Expressions(random, words).of(BOOLEAN, COLUMNS, random.whole(1, 3)))})`;

describe.each([presto, hive])("rewritten queries of $dialect", (words) => {
  let here: Awaited<ReturnType<typeof openHere>>;
  beforeAll(async () => {
    here = await openHere(words.dialect);
  });
  afterAll(() => here.close());

  test.each(Object.keys(REWRITES))("%s", async (name) => {
    const faults: string[] = [];
    let compared = 0;
    for (let seed = 1; compared < RUNS && seed < 4 * RUNS; seed++) {
      const random = new Random(seed);
      const [one, other] = REWRITES[name]!(predicate(random, words), predicate(random, words));
      const [a, b] = [await here.run(one), await here.run(other)];
      // A predicate that fails for a row tells nothing about the rewriting.
      if (isRefused(a) || isRefused(b)) continue;
      compared++;
      if (JSON.stringify(linesOf(a).lines) !== JSON.stringify(linesOf(b).lines))
        faults.push(`${one}\n${other}`);
    }
    expect(compared).toBeGreaterThanOrEqual(RUNS / 2);
    expect(faults).toEqual([]);
  });
});
