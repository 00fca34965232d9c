import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@jest/globals";
import { hive } from "../../generator/hive.ts";
import { hiveTable, type Table, tablesOf } from "../../generator/tables.ts";
import { openHiveSession } from "../helpers/hive-session.ts";
import { createTables, expectSameAnswers } from "./compare-with.ts";

test("generated statements give the same results on Hive and on the embedded engine", async () => {
  const server = await openHiveSession();
  const folder = await mkdtemp(join(tmpdir(), "svc-hive-tables-"));
  try {
    const fileOf = ({ name }: Table): string => join(folder, name);
    const tables = tablesOf("hive");
    for (const table of tables) await writeFile(fileOf(table), hiveTable(table, fileOf(table)).lines);
    await createTables(server, tables, (table) => hiveTable(table, fileOf(table)).statements);
    await expectSameAnswers(hive, server);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}, 14_400_000);
