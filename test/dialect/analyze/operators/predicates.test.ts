import { expect, test } from "@jest/globals";
import { translateQuery } from "../../translate-query.ts";

test("Hive's IN over items of several types asks once for each type to compare in", async () => {
  const { sql } = await translateQuery("select name in (1, 'b', 2, 'c') from t", "hive");
  expect(sql).toMatch(
    /AS DOUBLE\) IN \(CAST\(1 AS DOUBLE\), CAST\(2 AS DOUBLE\)\)\) OR \(t1\."name" IN \('b', 'c'\)\)/,
  );
});

test("Hive's IN takes ten thousand numbers beside a text", async () => {
  const list = Array.from({ length: 10_000 }, (_, i) => i).join(", ");
  const { sql } = await translateQuery(`select count(*) from t where name in (${list})`, "hive");
  expect(sql.match(/t1\."name"/g)).toHaveLength(1);
});
