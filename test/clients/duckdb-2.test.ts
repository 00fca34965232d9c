// A data folder's export is read by the next major version of the engine, which has no package for Node.js yet.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect, create_engine, read_svc_query } from "../../src/core/pandas-td.ts";
import { exportData } from "../../src/service/files/move-data.ts";
import { startService } from "../../src/service/start-service.ts";

let home: string;
beforeAll(async () => (home = await mkdtemp(join(tmpdir(), "svc-duckdb-2-"))));
afterAll(() => rm(home, { recursive: true }));

const READ = `
import duckdb, sys
con = duckdb.connect(sys.argv[1] + "/new.duckdb")
for name in ("schema.sql", "load.sql"):
    for statement in open(sys.argv[1] + "/out/tables/" + name).read().split(";"):
        # The engine's IMPORT DATABASE takes the files from where the export is now.
        statement = statement.replace("out.part", "out").strip()
        if statement and "VIEW" not in statement: con.execute(statement)
print(con.execute("select version()").fetchone()[0], con.execute("from shop.every_type").fetchall()[0])
`;

test("DuckDB 2 reads the tables of an export", async () => {
  const service = await startService({ dataDir: join(home, "data") });
  const con = connect(service.apikey, service.url, { database: "shop" });
  await con.create_database_if_not_exists("shop");
  await read_svc_query(
    `create table every_type as select 1 as time, bigint '9223372036854775807' as b, cast('1.1' as decimal(38,10)) as d, date '2024-12-31' as h,
     timestamp '2024-01-01 01:02:03.123456' as i, interval '25' hour as l, array[1, null] as m, map(array['a'], array[1]) as n, 'é' as s`,
    create_engine("presto:shop", con),
  );
  con.close();
  await service.close();
  await exportData(join(home, "data"), join(home, "out"));
  const python = process.env["SVC_PYTHON_DUCKDB2"] ?? "python3";
  expect(execFileSync(python, ["-c", READ, home], { encoding: "utf8" })).toMatch(
    /^v2\.\d+\.\d+ \(1, 9223372036854775807, Decimal\('1\.1000000000'\), datetime\.date\(2024, 12, 31\), datetime\.datetime\(2024, 1, 1, 1, 2, 3, 123456\), datetime\.timedelta\(days=1, seconds=3600\), \[1, None\], \{'a': 1\}, 'é'\)\n$/,
  );
});
