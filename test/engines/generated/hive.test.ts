import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@jest/globals";
import { HiveServerRunner } from "../../../src/service/hive-server/hive-server-runner.ts";
import type { Outcome } from "../../generator/compare.ts";
import type { Engine } from "../../generator/run.ts";
import { engineOf } from "../../generator/engines.ts";
import { hive } from "../../generator/hive.ts";
import { hiveTable, TABLES } from "../../generator/tables.ts";
import { hiveOptions } from "../helpers/hive-options.ts";
import { expectSameAnswers } from "./compare-with.ts";

test("generated statements give the same results on Hive and on the embedded engine", async () => {
  const runner = engineOf(new HiveServerRunner(hiveOptions()), "hive");
  // Two sessions that start at once may collide in the server's folder.
  const again = (outcome: Outcome): boolean =>
    "error" in outcome && /Failed to open new session/.test(outcome.error);
  const server: Engine = {
    run: async (sql) => {
      const outcome = await runner.run(sql);
      return again(outcome) ? runner.run(sql) : outcome;
    },
  };
  const folder = await mkdtemp(join(tmpdir(), "svc-hive-tables-"));
  try {
    for (const table of TABLES) {
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
    await rm(folder, { recursive: true });
  }
}, 14_400_000);
