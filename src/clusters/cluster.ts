import type { QueryRunner } from "../engine/contract/engine.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { rowReader } from "../core/blocks/row-reader.ts";

export interface ClusterTable {
  readonly name: string;
  readonly columns: readonly ClusterColumn[];
}

/** Groups columns, in their order, by their tables. */
export function tablesOf(
  rows: Iterable<readonly [table: string, name: string, type: string]>,
): ClusterTable[] {
  const tables = new Map<string, ClusterColumn[]>();
  for (const [table, name, type] of rows) {
    const columns = tables.get(table) ?? [];
    tables.set(table, columns);
    columns.push({ name, type });
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/** A cluster's catalogue, not cached. */
export interface ClusterCatalogue {
  /** Names of all schemas but system schemas. */
  databases(): Promise<string[]>;
  /** Tables and views with their columns; empty if the schema does not exist. */
  tables(database: string): Promise<ClusterTable[]>;
  /** Row counts from the cluster's statistics, as far as they are known quickly. */
  counts(database: string, tables: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export interface Cluster {
  readonly sql: ClusterDialect;
  readonly runner: QueryRunner;
  readonly catalogue: ClusterCatalogue;
  close(): Promise<void>;
}

/** A column of a cluster's table; `type` is the cluster's name of the type. */
export interface ClusterColumn {
  readonly name: string;
  readonly type: string;
}

export interface ClusterDialect {
  readonly dialect: Dialect;
  /** Limits of one INSERT: characters and rows. */
  readonly insertLength: number;
  readonly insertRows: number;
  quote(name: string): string;
  /** The cluster's type of a schema type such as `long` or `array<string>`. @throws Fault `invalid` for an unknown one. */
  clusterType(serviceType: string): string;
  /** The schema type of a cluster's type; types without one are returned in lower case. */
  serviceType(clusterType: string): string;
  /** One row of an INSERT; {@link insert} joins rows. */
  row(values: readonly unknown[]): string;
  insert(table: string, columns: readonly ClusterColumn[], rows: readonly string[]): string;
  createTable(table: string, columns: readonly ClusterColumn[]): string;
  /** SQL condition for rows whose value a CAST would change without an error; null if there are none. */
  lostByCast(column: ClusterColumn, type: string): string | null;
  createSchema(database: string): string;
  addColumn(table: string, column: ClusterColumn): string;
}

/** Time limit of the service's own statements. */
const OWN_TIMEOUT_MS = 600_000;

/** Runs one of the service's own statements to its end. @returns its rows. */
export async function runRows(
  runner: QueryRunner,
  { dialect }: Pick<ClusterDialect, "dialect">,
  database: string,
  sql: string,
): Promise<unknown[][]> {
  const signal = AbortSignal.timeout(OWN_TIMEOUT_MS);
  const options = { dialect, database, scheduledTimeMs: Date.now(), signal, mayWrite: true };
  const { batches } = await runner.run(sql, options);
  const rows: unknown[][] = [];
  for await (const { rowCount, columns } of batches) {
    const readers = columns.map((column) => rowReader(column));
    for (let row = 0; row < rowCount; row++) rows.push(readers.map((read) => read(row)));
  }
  return rows;
}
