import type { Batch } from "../../../src/core/blocks/batch.ts";
import type { ResultColumn } from "../../../src/engine/contract/engine.ts";
import { columnData, columnLength } from "../../../src/clusters/hive-server/thrift/thrift-data.ts";
import { HiveConnection, HiveStatusError } from "../../../src/clusters/hive-server/thrift/hive-connection.ts";
import { hiveError } from "../../../src/clusters/hive-server/thrift/hive-error.ts";
import type { HiveOperation } from "../../../src/clusters/hive-server/thrift/hive-operation.ts";
import { readHiveOptions } from "../../../src/clusters/hive-server/thrift/hive-options.ts";
import { updateTypeOf } from "../../../src/clusters/hive-server/hive-statement.ts";
import { rowReader } from "../../../src/core/blocks/row-reader.ts";
import type { Outcome } from "../../generator/compare.ts";
import type { Engine } from "../../generator/run.ts";
import { hiveOptions } from "./hive-options.ts";

/** Nulls are ordered as in the hosted service's Hive 2. Vectors have faults of their own: of windows, nulls and integers past their range. */
const SETTINGS = ["SET hive.default.nulls.last=false", "SET hive.vectorized.execution.enabled=false"];
const START = { line: 0, column: 0 };

/** One session of a Hive server for many statements: opening one takes longer than most statements. */
export async function openHiveSession(): Promise<Engine & { close(): Promise<void> }> {
  const options = hiveOptions();
  const open = (): Promise<HiveConnection> =>
    HiveConnection.open(readHiveOptions(options), options, "default", AbortSignal.timeout(120_000));
  const connection = await open();
  const execute = async (sql: string): Promise<HiveOperation> => {
    const operation = await connection.execute(sql);
    await operation.finish({ sql, start: START }, AbortSignal.timeout(120_000));
    return operation;
  };
  for (const setting of SETTINGS) await execute(setting);
  return {
    async run(sql): Promise<Outcome> {
      try {
        const operation = await execute(sql);
        if (updateTypeOf(sql) !== null) return { types: [], rows: [] };
        const columns = await operation.columns();
        return { types: columns.map(({ type }) => type), rows: await rowsOf(operation, columns) };
      } catch (error) {
        const { kind, message } = (error instanceof HiveStatusError ? hiveError(error.message, { sql, start: START }) : error) as { kind?: string; message: string }; // prettier-ignore
        return { kind: kind ?? "ERROR", error: message };
      }
    },
    close: () => connection.close(),
  };
}

async function rowsOf(operation: HiveOperation, columns: readonly ResultColumn[]): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for (;;) {
    const page = await operation.page();
    const rowCount = page[0] ? columnLength(page[0]) : 0;
    if (rowCount === 0) return rows;
    const batch: Batch = {
      rowCount,
      columns: page.map((column, index) => columnData(column, columns[index]?.type ?? "string")),
    };
    for (let row = 0; row < rowCount; row++) rows.push(batch.columns.map((column) => rowReader(column)(row)));
  }
}
