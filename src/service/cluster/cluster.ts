import type { QueryRunner } from "../engine/engine.ts";
import type { ClusterColumn, ClusterDialect } from "./cluster-dialect.ts";

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
