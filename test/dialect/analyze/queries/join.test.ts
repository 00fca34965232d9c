import { expect, test } from "@jest/globals";
import { threadCpuMs } from "../../../../src/system/threads/thread-cpu-ms.ts";
import { planOf, translateQuery } from "../../translate-query.ts";

test("an alias names the columns of a join in brackets", async () => {
  const join = "(t join (select 1 as x) as one on t.id = one.x) as j";
  expect((await translateQuery(`select j.id, j.x from ${join}`)).sql).toBe(
    'SELECT t1."id", d2."c1·x" FROM "svc-data"."shop"."t" AS t1 INNER JOIN (SELECT 1) AS d2("c1·x") ON (t1."id" = CAST(d2."c1·x" AS BIGINT))',
  );
  await expect(translateQuery(`select t.id from ${join}`)).rejects.toThrow(
    "column 't.id' cannot be resolved",
  );
});

test("an alias names the columns of a join in brackets for USING", async () => {
  const join = "(t join t as u using (id)) as j(id, name, price, other, cost)";
  expect(
    (await translateQuery(`select cost from ${join} join (select 'a' as other) using (other)`)).sql,
  ).toBe(
    `SELECT t2."price" FROM "svc-data"."shop"."t" AS t1 INNER JOIN "svc-data"."shop"."t" AS t2 ON (t1."id" = t2."id") INNER JOIN (SELECT 'a') AS d3("c1·other") ON (t2."name" = d3."c1·other")`,
  );
});

test("NATURAL JOIN orders its columns by those of its left side", async () => {
  const { names } = await translateQuery(
    "select * from t natural join (select 1.5e0 as price, 2 as id, 3 as more)",
  );
  expect(names).toEqual(["id", "price", "name", "more"]);
});

test("ten times as many joins with USING take less than sixty times as long", async () => {
  const take = async (count: number): Promise<number> => {
    const joins = Array.from({ length: count }, (_, i) => ` join t as t${i} using (id)`).join("");
    const runs: number[] = [];
    for (let run = 0; run < 2; run++) {
      const start = threadCpuMs();
      await planOf(`select id from t${joins}`);
      runs.push(threadCpuMs() - start);
    }
    return Math.min(...runs);
  };
  const few = await take(150);
  expect(await take(1500)).toBeLessThan(60 * Math.max(few, 2));
});
