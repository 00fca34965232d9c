import { test } from "@jest/globals";
import { TrinoRunner } from "../../../src/clusters/trino/trino-runner.ts";
import { engineOf } from "../../generator/engines.ts";
import { presto } from "../../generator/presto.ts";
import { createTable, TABLES } from "../../generator/tables.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { createTables, expectSameAnswers } from "./compare-with.ts";

test("generated statements give the same results on Trino and on the embedded engine", async () => {
  const runner = new TrinoRunner({
    url: engineUrl("TRINO_URL"),
    catalog: "memory",
    user: "tester",
    protocol: "trino",
  });
  const trino = engineOf(runner, "presto");
  try {
    await createTables(trino, TABLES, (table) => [`DROP TABLE IF EXISTS ${table.name}`, createTable(table)]);
    await expectSameAnswers(presto, trino);
  } finally {
    await runner.close();
  }
}, 14_400_000);
