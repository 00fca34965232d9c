import { expect, test } from "@jest/globals";
import { create_engine } from "../../../src/core/query-engine.ts";
import { read_svc_query } from "../../../src/core/read/read-query.ts";
import type { Table } from "../../../src/core/table/table.ts";
import { svc_profile } from "../../../src/magics/listing/svc-profile.ts";
import { runningService } from "../../integration/lib/running-service.ts";

const svc = runningService();

test("a table that a query made may lack time", async () => {
  const engine = create_engine("presto:db1", svc.con);
  await read_svc_query("create table sums as select 'a' as k, 2 as n union all select 'b', 4", engine);
  const described = await svc_profile("db1.sums", { connection: svc.con });
  expect(described.select("column", "count", "min", "mean", "max").objects()).toEqual([
    { column: "k", count: 2, min: "a", mean: null, max: "b" },
    { column: "n", count: 2, min: 2, mean: 3, max: 4 },
  ]);
});

test("a profile has the counts and quantiles of describe, of numbers with NaN, decimals, dates and timestamps", async () => {
  const engine = create_engine("presto:db1", svc.con);
  const rows = Array.from({ length: 9 }, (_, i) => `(${[
    i % 4 === 3 ? "nan()" : `${i}e0 / 2`, i === 2 ? "null" : `${i * i}`, `decimal '${i}.25'`, `date '2024-01-0${i + 1}'`,
    i === 5 ? "null" : `timestamp '2024-01-0${i + 1} 06:00:00'`, `'k${i % 3}'`,
  ].join(", ")})`); // prettier-ignore
  await read_svc_query(
    `create table profiled as select * from (values ${rows.join(", ")}) as v(x, n, d, day, at, k)`,
    engine,
  );
  const profile = await svc_profile("db1.profiled", { connection: svc.con });
  const table = await read_svc_query("select x, n, d, day, at, k from profiled", engine, {
    parse_dates: ["day", "at"],
  });
  const described = table.describe();
  const compared = ["column", "count", "nulls", "distinct", "mean", "p25", "p50", "p75"] as const;
  const plain = (one: Table): unknown[] =>
    one
      .select(...compared)
      .objects()
      .filter((row) => (row as { column: string }).column !== "time");
  expect(plain(profile)).toEqual(plain(described));
  expect(profile.array("min").slice(0, 5)).toEqual([
    ...described.array("min").slice(0, 2),
    profile.get("min", 2),
    ...described.array("min").slice(3, 5),
  ]);
});
