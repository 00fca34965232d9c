import type { DuckDBListValue, DuckDBValue } from "@duckdb/node-api";
import { quoteName, quoteText } from "../../dialect/quote.ts";
import type { Batch } from "../../core/blocks/batch.ts";
import type { ColumnData } from "../../core/blocks/column-data.ts";
import { engineImportType, mergeTypes, type ImportType } from "../records/import-type.ts";
import type { Database } from "../database/database.ts";
import { castSql, widerType } from "../tables/cast-sql.ts";
import { streamChunks } from "../values/stream-chunks.ts";
import { type EngineColumn, tableName } from "../tables/read-tables.ts";
import type { StagedBlock, StagedColumn, StageFolders } from "./stage-folders.ts";
import { checkNewColumns, countLost, widenColumn } from "../tables/change-columns.ts";
import { needTable } from "../tables/find-table.ts";
import type { TableKey } from "../database/table-changes.ts";
import { type Session, transaction, withSession } from "../database/transaction.ts";
import type { ImportRecords } from "../contract/storage.ts";
import { serviceType } from "../tables/column-types.ts";
import { hasImport, recordImport } from "../tables/table-metadata.ts";

/** The columns of all blocks, each with the narrowest type that holds all its values. */
export function stageColumns(blocks: readonly StagedBlock[]): EngineColumn[] {
  return merged(blocks).map(({ name, type }) => ({ name, type: engineImportType(type) }));
}

/** SQL that selects all rows, with {@link stageColumns}. Files with the same conversions are read by one scan. */
export function stageSql(blocks: readonly StagedBlock[]): string {
  const columns = merged(blocks);
  const typeByName = new Map(columns.map(({ name, type }) => [keyOf(name), JSON.stringify(type)]));
  const groups = new Map<string, StagedBlock[]>();
  for (const block of blocks) {
    const others = block.columns
      .map(({ name, type }): [string, string] => [keyOf(name), JSON.stringify(type)])
      .filter(([key, type]) => typeByName.get(key) !== type);
    const key = JSON.stringify(others.sort());
    groups.set(key, [...(groups.get(key) ?? []), block]);
  }
  const selects = [...groups.values()].map((group) => selectSql(group, columns));
  return selects.length > 0 ? selects.join(" UNION ALL ") : "SELECT NULL::BIGINT AS time WHERE false";
}

function selectSql(group: readonly StagedBlock[], columns: readonly StagedColumn[]): string {
  const own = new Map<string, StagedColumn>();
  for (const column of group.flatMap((block) => block.columns)) own.set(keyOf(column.name), column);
  const values = columns.map(({ name, type }) => {
    const column = own.get(keyOf(name));
    const value = column
      ? convertSql(quoteName(column.name), column.type, type)
      : `NULL::${engineImportType(type)}`;
    return `${value} AS ${quoteName(name)}`;
  });
  const names = new Set(group.map((block) => JSON.stringify(block.columns.map(({ name }) => name))));
  const paths = group.map(({ path }) => quoteText(path));
  // By default a parent folder named `n=7` would override column `n`.
  const options = `hive_partitioning = false, union_by_name = ${names.size > 1}`;
  return `SELECT ${values.join(", ")} FROM read_parquet([${paths.join(", ")}], ${options})`;
}

/** The rows of a stage, for a table on a cluster. */
export async function* stageRows(database: Database, blocks: readonly StagedBlock[]): AsyncGenerator<Batch> {
  const lease = await database.acquire("service");
  try {
    const { connection } = lease;
    const sql = stageSql(blocks);
    const nextChunk = await streamChunks(connection, await connection.prepare(sql), sql);
    for (let next = await nextChunk(); next !== null; next = await nextChunk()) {
      const columns = next.chunk
        .getColumns()
        .map((values): ColumnData => ({ kind: "other", values: values.map(plain) }));
      yield { rowCount: next.count, columns };
    }
  } finally {
    await lease.release();
  }
}

function merged(blocks: readonly StagedBlock[]): StagedColumn[] {
  const columns = new Map<string, StagedColumn>([["time", { name: "time", type: "long" }]]);
  for (const { name, type } of blocks.flatMap((block) => block.columns)) {
    const column = columns.get(keyOf(name));
    columns.set(
      keyOf(name),
      column ? { name: column.name, type: mergeTypes(column.type, type) } : { name, type },
    );
  }
  return [...columns.values()];
}

const keyOf = (name: string): string => name.toLowerCase();

/** Converts a block's value, where lists are JSON text, to a wider type. */
function convertSql(value: string, own: ImportType, target: ImportType): string {
  const type = engineImportType(target);
  if (typeof target === "object") return `from_json(${value}, ${quoteText(jsonShape(target))})`;
  return typeof own === "object" || engineImportType(own) === type
    ? value
    : castSql(value, engineImportType(own), type);
}

/** `BIGINT[]` in the syntax of DuckDB's JSON functions: `["BIGINT"]`. */
function jsonShape(type: ImportType | null): string {
  return typeof type === "object" && type !== null
    ? `[${jsonShape(type.element)}]`
    : JSON.stringify(engineImportType(type));
}

/** A staged value: text, bigint, number, or lists of them. */
function plain(value: DuckDBValue): unknown {
  return typeof value === "object" && value !== null ? (value as DuckDBListValue).items.map(plain) : value;
}

/**
 * Inserts a stage's rows in the caller's transaction. Missing columns are added; a column that can't hold the new values is
 * widened, to text if need be, so that no value is lost.
 */
export async function commitStage(
  session: Session,
  blocks: readonly StagedBlock[],
  table: TableKey,
): Promise<void> {
  const staged = stageColumns(blocks);
  const present = await needTable(session, table);
  checkNewColumns(`${table.database}.${table.name}`, present, staged);
  const stage = `(${stageSql(blocks)})`;
  const target = tableName(table);
  const names: string[] = [];
  const values: string[] = [];
  for (const column of staged) {
    const old = present.find((other) => other.name.toLowerCase() === column.name.toLowerCase());
    const name = quoteName(old?.name ?? column.name);
    let type = old?.type ?? column.type;
    if (old === undefined) await session.run(`ALTER TABLE ${target} ADD COLUMN ${name} ${column.type}`);
    else if (old.type !== column.type && (await countLost(session, stage, column, old.type)) > 0)
      type = await widenColumn(session, target, old, widerType(old.type, column.type));
    names.push(name);
    values.push(
      type === column.type ? quoteName(column.name) : castSql(quoteName(column.name), column.type, type),
    );
  }
  await session.run(`INSERT INTO ${target} (${names.join(", ")}) SELECT ${values.join(", ")} FROM ${stage}`);
}

/** Records which imports into cluster tables are done, as idempotency keys. */
export function importRecords(database: Database, stages: StageFolders, clock: () => number): ImportRecords {
  const blocksOf = async (id: string): Promise<readonly StagedBlock[]> => (await stages.blocks(id)) ?? [];
  return {
    stageColumns: async (id) =>
      stageColumns(await blocksOf(id)).map(({ name, type }) => ({ name, type: serviceType(type) })),
    stageRows: async (id) => ({ batches: stageRows(database, await blocksOf(id)) }),
    isLoaded: (of, name, importId) =>
      withSession(database, (session) =>
        hasImport(session, "cluster_imports", { database: of, name }, importId),
      ),
    recordLoaded: (of, name, importId) =>
      transaction(database, (session) =>
        recordImport(session, "cluster_imports", { database: of, name }, importId, clock()),
      ),
  };
}
