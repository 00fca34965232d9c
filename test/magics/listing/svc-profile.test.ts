import { expect, test } from "@jest/globals";
import { create_engine } from "../../../src/core/query-engine.ts";
import { read_svc_query } from "../../../src/core/read/read-query.ts";
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
