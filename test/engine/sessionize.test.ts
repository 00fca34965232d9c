import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "./open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner((connection) =>
    connection
      .run(
        `CREATE TABLE "svc-data".shop.visits AS SELECT i * 10 + CASE WHEN i >= 150000 THEN 5000 ELSE 0 END AS time, 'a' AS visitor, i AS n FROM range(0, 300000) AS r(i)`,
      )
      .then(() => undefined),
  );
});
afterAll(() => service.close());

const WINDOW = "td_sessionize_window(time, 60) over (partition by visitor order by time)";

test.each([
  [`select s, count(*) c, min(n) from (select ${WINDOW} s, n from visits) v group by s order by 3`],
  [
    `select s, count(*) c, min(n) from (select td_sessionize(time, 60, visitor) s, n from visits) v group by s order by 3`,
  ],
])("sessions of three hundred thousand rows of one key: %s", async (sql) => {
  const { rows } = await service.query(sql);
  expect(rows.map(([id, ...counts]) => [typeof id, ...counts.map(Number)])).toEqual([
    ["string", 150000, 0],
    ["string", 150000, 150000],
  ]);
});

test.each<[string, unknown[][]]>([["in an expression, with a column", [["5-a0", 36]]]])(
  "%s",
  async (_, expected) => {
    const { rows } = await service.query(
      `select distinct concat(cast(n % 1 + 5 as varchar), '-', visitor, cast(n % 1 as varchar)), length(${WINDOW}) from visits where n < 10`,
    );
    expect(
      rows.map((row) => row.map((value) => (typeof value === "bigint" ? Number(value) : value))),
    ).toEqual(expected);
  },
);

test.each([
  [
    "over groups",
    `select time / 100, count(*), ${WINDOW.replaceAll("time", "(time / 100)")} from visits where n < 50 group by time / 100, visitor order by 1 limit 1`,
  ],
  ["in ORDER BY alone", `select n, 1, 'x' from visits where n < 5 order by ${WINDOW}, n limit 1`],
  [
    "of a window in a window",
    `select n, 1, max(n) over (partition by visitor) || ${WINDOW} from (select cast(n as varchar) n, time, visitor from visits where n < 5) v order by n limit 1`,
  ],
  [
    "beside a subquery",
    `select n, 1, ${WINDOW} from visits v where exists (select 1 from visits w where w.n = v.n + 1) and n < 4 order by n limit 1`,
  ],
  [
    "beside a subquery in the list",
    `select (select min(w.n) from visits w where w.n > v.n - 1), 1, ${WINDOW} from visits v where n < 4 order by n limit 1`,
  ],
])("%s", async (_, sql) => {
  const { rows } = await service.query(sql);
  expect([Number(rows[0]![0]), typeof rows[0]![2]]).toEqual([0, "string"]);
});
