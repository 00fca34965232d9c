import { isValueError, type SqlErrorKind } from "../../src/dialect/sql-error.ts";
import { isRefused, linesOf, type Outcome } from "./compare.ts";
import { engineOf } from "./engines.ts";
import type { Engine } from "./run.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { openRunner, type TestRunner } from "../engine/open-runner.ts";

/** All rules of the engine's optimizer but those that correlated subqueries and UNNEST need. */
const NEEDED = ["column_lifetime", "deliminator", "unnest_rewriter", "unused_columns"];

/** Tables whose rows fill several vectors, or several row groups. */
const TABLES = (rowCount: number): readonly string[] => [
  `CREATE TABLE numbers AS SELECT range AS ord, (range * 7919) % ${rowCount} AS k, CAST(range AS DOUBLE) AS dbl,
     CASE WHEN range % 11 = 0 THEN NULL ELSE range % 97 END AS g, 'key ' || (range % 50) AS s FROM range(${rowCount})`,
  "CREATE TABLE keys AS SELECT range AS k, CAST(range AS DOUBLE) AS kd, 'key ' || (range % 50) AS s FROM range(4000, 4100, 10)",
  "CREATE TABLE nothing AS SELECT 1 AS k WHERE FALSE",
];

/** The same data twice: as the service reads it, and without the rules of the engine's optimizer. */
export interface Pair {
  readonly optimized: Engine;
  readonly plain: Engine;
  close(): Promise<void>;
}

/** @param create - Statements of Presto that make tables. */
export async function openPair(
  dialect: Dialect,
  load: readonly string[] = TABLES(5000),
  create: readonly string[] = [],
): Promise<Pair> {
  const open = (isPlain: boolean): Promise<TestRunner> =>
    openRunner(async (connection) => {
      await connection.run(`USE "svc-data".shop`);
      for (const sql of load) await connection.run(sql);
      await connection.run(`USE "svc-data"`);
      if (!isPlain) return;
      const rules = (await connection.runAndReadAll("SELECT name FROM duckdb_optimizers()")).getRows().flat();
      const disabled = rules.filter((name) => !NEEDED.includes(String(name)));
      await connection.run(`SET GLOBAL disabled_optimizers = '${disabled.join(",")}'`);
    });
  const [one, other] = [await open(false), await open(true)];
  for (const sql of create) for (const runner of [one, other]) await runner.query(sql);
  const engine = ({ runner }: TestRunner): Engine => engineOf(runner, dialect, { database: "shop" });
  return {
    optimized: engine(one),
    plain: engine(other),
    close: async () => {
      await Promise.all([one.close(), other.close()]);
    },
  };
}

/**
 * Whether one plan fails by a value that the other does not compute, such as the other side of `null < x / 0`: docs/dialects.md knows it as an
 * error in a value that is not used. One gives rows, and the other's error is one that TRY would make null.
 */
export function isUnusedError(one: Outcome, other: Outcome): boolean {
  const errors = [one, other].filter(isRefused);
  return errors.length === 1 && isValueError(errors[0]!.kind as SqlErrorKind);
}

/** Runs a statement several times. @returns both answers, if one time they differ by more than {@link isUnusedError}; null otherwise. */
export async function difference(
  { optimized, plain }: Pair,
  sql: string,
  runs: number,
): Promise<string | null> {
  const rightOutcome = await plain.run(sql);
  const right = text(rightOutcome);
  for (let run = 0; run < runs; run++) {
    const outcome = await optimized.run(sql);
    const seen = text(outcome);
    if (seen !== right && !isUnusedError(outcome, rightOutcome))
      return `${sql}\n  ${seen.slice(0, 200)}\n  without the optimizer ${right.slice(0, 200)}`;
  }
  return null;
}

const text = (outcome: Outcome): string =>
  "error" in outcome ? `error ${outcome.kind}` : JSON.stringify([...linesOf(outcome).lines].sort());

const LIMITED = [
  "ORDER BY ord OFFSET 3000",
  "ORDER BY ord LIMIT 2000",
  "ORDER BY ord DESC LIMIT 700",
  "ORDER BY k, ord LIMIT 500",
  "ORDER BY g NULLS LAST, ord OFFSET 100 LIMIT 900",
  "ORDER BY ord FETCH FIRST 2000 ROWS WITH TIES",
];

/** Statements over limited rows, with what the engine filters by the keys of a join. @param rows - A subquery, or a name. */
const JOINS = (rows: string): readonly string[] => [
  `SELECT count(*), sum(ord) FROM ${rows} c JOIN keys ON dbl = kd`,
  `SELECT count(*), sum(ord) FROM keys JOIN ${rows} c ON dbl = kd`,
  `SELECT count(*), sum(ord) FROM ${rows} c, keys WHERE c.ord = keys.k`,
  `SELECT count(*) FROM ${rows} c WHERE ord IN (SELECT k FROM keys)`,
  `SELECT count(*) FROM keys WHERE k IN (SELECT ord FROM ${rows} c)`,
  `SELECT count(*) FROM keys WHERE k NOT IN (SELECT ord FROM ${rows} c)`,
  `SELECT count(*) FROM ${rows} c WHERE EXISTS (SELECT 1 FROM keys WHERE k = ord)`,
  `SELECT count(*) FROM ${rows} c WHERE NOT EXISTS (SELECT 1 FROM keys WHERE k = ord)`,
  `SELECT count(*), count(keys.k) FROM ${rows} c LEFT JOIN keys ON c.ord = keys.k`,
  `SELECT count(*), count(c.ord) FROM ${rows} c RIGHT JOIN keys ON c.ord = keys.k`,
  `SELECT count(*), count(c.ord) FROM ${rows} c FULL JOIN keys ON c.ord = keys.k`,
  `SELECT count(*), sum(c.ord) FROM ${rows} c JOIN ${rows} d ON c.ord = d.k JOIN keys ON keys.k = d.ord`,
  `SELECT count(*), sum(x) FROM (SELECT ord, max(ord) AS x FROM ${rows} c GROUP BY ord) q JOIN keys ON q.ord = keys.k`,
  `SELECT count(*) FROM (SELECT DISTINCT ord FROM ${rows} c) q JOIN keys ON q.ord = keys.k`,
  `SELECT count(*) FROM (SELECT ord FROM ${rows} c UNION SELECT k FROM keys WHERE k < 4050) q JOIN keys ON q.ord = keys.k`,
  `SELECT count(*) FROM (SELECT ord FROM ${rows} c UNION ALL SELECT k FROM keys) q JOIN keys ON q.ord = kd`,
  `SELECT count(*) FROM (SELECT ord FROM ${rows} c EXCEPT SELECT k FROM keys WHERE k = 4000) q JOIN keys ON q.ord = keys.k`,
  `SELECT count(*), sum(r) FROM (SELECT ord, row_number() OVER (ORDER BY ord) AS r FROM ${rows} c) q JOIN keys ON q.ord = keys.k`,
  `SELECT count(*) FROM ${rows} c WHERE ord = (SELECT max(k) FROM keys)`,
  `SELECT count(*) FROM ${rows} c WHERE ord > (SELECT max(k) FROM keys) - 50`,
  `SELECT c.ord FROM ${rows} c JOIN keys ON c.k = keys.k WHERE c.ord > 400 ORDER BY 1 LIMIT 3`,
];

/** Statements of Presto over {@link TABLES}. */
export const SHAPES: readonly string[] = [
  ...LIMITED.flatMap((limit) => JOINS(`(SELECT * FROM numbers ${limit})`)),
  ...LIMITED.slice(0, 2).flatMap((limit) =>
    JOINS("c").map((sql) => `WITH c AS (SELECT * FROM numbers ${limit}) ${sql.replaceAll("c c", "c")}`),
  ),
  ...JOINS(
    `((SELECT * FROM numbers ORDER BY ord LIMIT 2000) UNION ALL (SELECT * FROM numbers ORDER BY ord DESC LIMIT 10))`,
  ),
  "SELECT count(*), sum(r) FROM (SELECT ord, row_number() OVER (PARTITION BY g ORDER BY ord) AS r FROM numbers) q JOIN keys ON q.ord = keys.k",
  "SELECT count(*), sum(r) FROM (SELECT g, count(*) OVER (PARTITION BY g) AS r FROM numbers) q JOIN (VALUES 5, 7) v (g) ON q.g = v.g",
  "SELECT count(*), sum(r) FROM (SELECT ord, sum(ord) OVER (ORDER BY ord ROWS BETWEEN 3 PRECEDING AND 2 FOLLOWING) AS r FROM numbers) q JOIN keys ON q.ord = keys.k",
  "SELECT count(*), sum(r) FROM (SELECT ord, lag(ord, 100) OVER (ORDER BY ord) AS r FROM numbers) q JOIN keys ON q.ord = keys.k",
  "SELECT count(*) FROM (SELECT ord, rank() OVER (PARTITION BY g ORDER BY ord DESC) AS r FROM numbers) q JOIN keys ON q.ord = keys.k WHERE r <= 30",
  "SELECT count(*), sum(r) FROM (SELECT ord, ntile(7) OVER (ORDER BY ord) AS r FROM numbers) q WHERE ord IN (SELECT k FROM keys)",
  "SELECT count(*), sum(c) FROM (SELECT g, count(*) AS c FROM numbers GROUP BY ROLLUP (g)) q JOIN (VALUES 5, 7, null) v (g) ON q.g IS NOT DISTINCT FROM v.g",
  "SELECT count(*), sum(c) FROM (SELECT g, k % 10 AS m, count(*) AS c FROM numbers GROUP BY GROUPING SETS ((g), (g, k % 10), ())) q JOIN (VALUES 5, 7) v (g) ON q.g = v.g",
  "SELECT count(*) FROM (SELECT * FROM numbers TABLESAMPLE BERNOULLI (100)) q JOIN keys ON q.ord = keys.k",
  "SELECT count(*) FROM numbers a LEFT JOIN keys ON a.ord = keys.k WHERE keys.k IS NULL AND a.ord IN (SELECT kd FROM keys)",
  "SELECT count(*) FROM numbers a FULL JOIN keys b ON a.ord = b.k JOIN keys c ON b.k = c.kd",
  "WITH RECURSIVE r (n) AS (SELECT 4000 UNION ALL SELECT n + 1 FROM r WHERE n < 4009) SELECT count(*) FROM r JOIN keys ON r.n = keys.k",
  "SELECT count(*) FROM numbers CROSS JOIN UNNEST(ARRAY[ord, ord + 1]) u (o) JOIN keys ON u.o = keys.k",
  "SELECT min(ord), max(ord), count(*) FROM numbers WHERE ord BETWEEN (SELECT min(k) FROM keys) AND (SELECT max(k) FROM keys)",
  "SELECT count(*) FROM numbers WHERE ord NOT IN (SELECT k FROM keys)",
  "SELECT count(*) FROM numbers WHERE ord NOT IN (SELECT k FROM nothing)",
  "SELECT count(*) FROM numbers JOIN nothing ON ord = nothing.k",
  "SELECT count(*) FROM numbers LEFT JOIN nothing ON ord = nothing.k",
  "SELECT s, min_by(ord, ord), max(ord) FROM numbers JOIN keys USING (s) GROUP BY s ORDER BY s LIMIT 4",
  "SELECT (SELECT max(ord) FROM numbers n WHERE n.k = keys.k) FROM keys",
  "SELECT k, (SELECT n.ord FROM numbers n WHERE n.k > keys.k ORDER BY n.ord LIMIT 1) FROM keys",
  "SELECT count(*) FROM keys CROSS JOIN LATERAL (SELECT ord FROM numbers WHERE ord >= keys.k ORDER BY ord LIMIT 5) z WHERE z.ord <= keys.k + 20",
];

export const wideTables = (): readonly string[] => TABLES(400_000);
