import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@jest/globals";
import { hive } from "../../generator/hive.ts";
import { hiveTable, tablesOf } from "../../generator/tables.ts";
import { openHiveSession } from "../helpers/hive-session.ts";
import { expectSameAnswers } from "./compare-with.ts";

test("generated statements give the same results on Hive and on the embedded engine", async () => {
  const server = await openHiveSession();
  const folder = await mkdtemp(join(tmpdir(), "svc-hive-tables-"));
  try {
    for (const table of tablesOf("hive")) {
      const file = join(folder, table.name);
      const { statements, lines } = hiveTable(table, file);
      await writeFile(file, lines);
      for (const sql of statements) {
        const outcome = await server.run(sql);
        if ("error" in outcome) throw new Error(`${sql}: ${outcome.error}`);
      }
    }
    await expectSameAnswers(hive, server);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}, 14_400_000);
