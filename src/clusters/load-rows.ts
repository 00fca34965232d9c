import { Fault } from "../engine/errors/fault.ts";
import type { Cluster, ClusterTable, ClusterColumn, ClusterDialect } from "./cluster.ts";
import type { Batch } from "../core/blocks/batch.ts";
import type { TableColumn } from "../engine/contract/engine.ts";
import { rowReader } from "../core/blocks/row-reader.ts";

export interface RowLoad {
  readonly sql: Cluster["sql"];
  readonly run: (sql: string) => Promise<void>;
  readonly hasRows: (sql: string) => Promise<boolean>;
  readonly database: string;
  readonly target: ClusterTable;
  /** Name of the staging table next to the target; the same for a retry of the load. */
  readonly stage: string;
  readonly rows: StagedRows;
}

/**
 * Loads rows with one statement that makes them visible. Few rows need only that statement; many are first collected in a
 * staging table, so that a failure leaves the target unchanged. Missing columns are added; values are cast to the types of
 * existing columns.
 */
export async function loadRows(load: RowLoad): Promise<void> {
  const { sql, run, target, rows } = load;
  const columns = rows.columns.map(({ name, type }) => ({ name, type: sql.clusterType(type) }));
  await addMissing(load, columns);
  const lists = rowLists(sql, rows.batches());
  try {
    const first = await lists.next();
    if (first.done === true) return;
    const second = await lists.next();
    const fits = columns.every((column) => (present(target, column)?.type ?? column.type) === column.type);
    if (second.done === true && fits) {
      const named = columns.map((column) => present(target, column) ?? column);
      await run(sql.insert(tableSql(load, target.name), named, first.value));
    } else await loadThroughStage(load, columns, [first, second], lists);
  } finally {
    await lists.return(undefined);
  }
}

async function loadThroughStage(
  load: RowLoad,
  columns: readonly ClusterColumn[],
  firstLists: readonly IteratorResult<string[], unknown>[],
  rest: AsyncIterable<string[]>,
): Promise<void> {
  const { sql, run, hasRows, database, target } = load;
  const stage = tableSql(load, load.stage);
  await run(`DROP TABLE IF EXISTS ${stage}`);
  await run(sql.createTable(stage, columns));
  try {
    for (const list of firstLists) if (list.done !== true) await run(sql.insert(stage, columns, list.value));
    for await (const list of rest) await run(sql.insert(stage, columns, list));
    const names = columns.map((column) => sql.quote(present(target, column)?.name ?? column.name));
    const values = columns.map((column) => {
      const old = present(target, column);
      const quoted = sql.quote(column.name);
      return old && old.type !== column.type ? `CAST(${quoted} AS ${old.type})` : quoted;
    });
    for (const column of columns) {
      const old = present(target, column);
      const lost = old && old.type !== column.type ? sql.lostByCast(column, old.type) : null;
      if (lost !== null && (await hasRows(`SELECT 1 FROM ${stage} WHERE ${lost} LIMIT 1`)))
        throw new Fault(
          "invalid",
          `Column ${column.name} of ${database}.${target.name} is ${old?.type}, which can't hold all of the values of the import.`,
        );
    }
    await run(
      `INSERT INTO ${tableSql(load, target.name)} (${names.join(", ")}) SELECT ${values.join(", ")} FROM ${stage}`,
    );
  } finally {
    // The load's own error matters more than a leftover table, which the next try drops.
    await run(`DROP TABLE IF EXISTS ${stage}`).catch(() => undefined);
  }
}

async function addMissing(load: RowLoad, columns: readonly ClusterColumn[]): Promise<void> {
  const { sql, run, hasRows, target } = load;
  const missing = columns.filter((column) => !present(target, column));
  const table = tableSql(load, target.name);
  for (const column of missing) {
    try {
      await run(sql.addColumn(table, column));
    } catch (error) {
      const isBare = target.columns.length === 1 && target.columns[0]?.name === "time";
      if (!(error instanceof Fault) || error.kind !== "not_supported" || !isBare) throw error;
      if (await hasRows(`SELECT 1 FROM ${table} LIMIT 1`)) throw error;
      // A catalog without ALTER, such as memory: an empty table with only `time` was just created for this load.
      await run(`DROP TABLE ${table}`);
      return run(sql.createTable(table, columns));
    }
  }
}

function tableSql({ sql, database }: RowLoad, table: string): string {
  return `${sql.quote(database)}.${sql.quote(table)}`;
}

function present({ columns }: ClusterTable, { name }: ClusterColumn): ClusterColumn | undefined {
  return columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

export interface StagedRows {
  /** With the service's schema types. */
  readonly columns: readonly TableColumn[];
  batches(): AsyncIterable<Batch>;
}

/** Encodes rows in the dialect's form and groups them into lists for one INSERT each. */
async function* rowLists(sql: ClusterDialect, batches: AsyncIterable<Batch>): AsyncGenerator<string[]> {
  let rows: string[] = [];
  let length = 0;
  for await (const batch of batches) {
    const readers = batch.columns.map((column) => rowReader(column));
    for (let row = 0; row < batch.rowCount; row++) {
      const text = sql.row(readers.map((read) => read(row)));
      if (rows.length >= sql.insertRows || (rows.length > 0 && length + text.length > sql.insertLength)) {
        yield rows;
        rows = [];
        length = 0;
      }
      rows.push(text);
      length += text.length + 2;
    }
  }
  if (rows.length > 0) yield rows;
}
