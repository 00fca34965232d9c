// This folder: runs hive statements on HiveServer2 (Apache Hive or Spark), with its catalogue and types in the service's terms.

import { abortable } from "../../system/abortable.ts";
import type { Batch } from "../../core/blocks/batch.ts";
import {
  type Execution,
  type QueryRunner,
  type ResultColumn,
  type RunOptions,
  withoutRows,
} from "../../engine/contract/engine.ts";
import { clusterUser } from "../cluster-user.ts";
import { statementPreparation, type PrepareStatement } from "../prepare-statement.ts";
import { columnData, columnLength } from "./thrift/thrift-data.ts";
import { isNested } from "./thrift/thrift-types.ts";
import { HiveConnection, HiveStatusError } from "./thrift/hive-connection.ts";
import { BEGINNING, hiveError } from "./thrift/hive-error.ts";
import type { HiveOperation } from "./thrift/hive-operation.ts";
import { readHiveOptions, type HiveAddress, type HiveOptions } from "./thrift/hive-options.ts";
import { moveHiveError, type HiveStatement } from "./hive-statement.ts";

/** Runs statements on a HiveServer2: Apache Hive, Spark Thrift Server, Kyuubi. Each statement has its own connection. */
export class HiveServerRunner implements QueryRunner {
  readonly #options: HiveOptions;
  readonly #address: HiveAddress;
  readonly #prepare: PrepareStatement;

  /** @throws SettingError */
  constructor(options: HiveOptions, prepare: PrepareStatement = statementPreparation()) {
    this.#options = options;
    this.#prepare = prepare;
    this.#address = readHiveOptions(options);
  }

  async run(text: string, options: RunOptions): Promise<Execution> {
    const statement = await this.#prepare("hive", text, options, options.signal);
    try {
      return await this.#run(statement, options);
    } catch (error) {
      throw moveHiveError(error, text, statement.rewritten);
    }
  }

  async #run(statement: HiveStatement, options: RunOptions): Promise<Execution> {
    const connection = await this.#connect(options);
    try {
      return await execute(connection, statement, options);
    } catch (error) {
      if (options.signal.aborted) {
        connection.abandon();
        throw options.signal.reason;
      }
      await connection.close();
      throw error instanceof HiveStatusError ? hiveError(error.message, statement) : error;
    }
  }

  async #connect(options: RunOptions): Promise<HiveConnection> {
    const user = clusterUser(options, this.#options.impersonates ?? false, "--hive-impersonate");
    try {
      return await HiveConnection.open(this.#address, this.#options, options.database, options.signal, user);
    } catch (error) {
      // An unknown database is rejected when the session opens.
      throw error instanceof HiveStatusError
        ? hiveError(error.message, { sql: "", start: BEGINNING })
        : error;
    }
  }
}

async function execute(
  connection: HiveConnection,
  { settings, sql, start, updateType }: HiveStatement,
  { signal, onProgress }: RunOptions,
): Promise<Execution> {
  const run = async (text: string): Promise<HiveOperation> => {
    const operation = await connection.execute(text);
    await operation.finish({ sql: text, start }, signal, onProgress);
    return operation;
  };
  for (const setting of settings) await run(setting);
  const operation = await run(sql);
  if (updateType !== null) {
    await connection.close();
    const { modifiedRows } = operation;
    return withoutRows(updateType, modifiedRows === null || modifiedRows < 0 ? null : modifiedRows);
  }
  const columns = await operation.columns();
  const named = columns.some(({ type }) => isNested(type)) ? await wholeTypes(columns, sql, run) : columns;
  return { columns: named, batches: batches(connection, operation, columns, signal) };
}

/** Asks Spark for complete array, map and struct types; Hive has no DESCRIBE QUERY. */
async function wholeTypes(
  columns: readonly ResultColumn[],
  sql: string,
  run: (sql: string) => Promise<HiveOperation>,
): Promise<readonly ResultColumn[]> {
  let types: readonly (string | null)[];
  try {
    const operation = await run(`DESCRIBE QUERY ${sql}`);
    const [, type] = await operation.page();
    const texts = type && columnData(type, "string");
    types = texts?.kind === "text" ? texts.values : [];
  } catch {
    return columns;
  }
  if (types.length !== columns.length) return columns;
  return columns.map(({ name, type }, index) => ({
    name,
    type: isNested(type) ? (types[index] ?? type) : type,
  }));
}

async function* batches(
  connection: HiveConnection,
  operation: HiveOperation,
  columns: readonly ResultColumn[],
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  try {
    for (;;) {
      const page = await abortable(operation.page(), signal);
      const rowCount = page[0] ? columnLength(page[0]) : 0;
      // `hasMoreRows` is unreliable; only an empty page marks the end.
      if (rowCount === 0) return;
      yield {
        rowCount,
        columns: page.map((column, index) => columnData(column, columns[index]?.type ?? "string")),
      };
    }
  } finally {
    if (signal.aborted) connection.abandon();
    else await connection.close();
  }
}
