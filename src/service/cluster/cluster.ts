import type { QueryRunner } from "../engine/engine.ts";
import type { ClusterColumn, ClusterDialect } from "./cluster-dialect.ts";

export interface ClusterTable {
  readonly name: string;
  readonly columns: readonly ClusterColumn[];
}

/** What a cluster holds, asked anew each time. */
export interface ClusterCatalogue {
  /** Names of the schemas, without those of the system. */
  databases(): Promise<string[]>;
  /** Tables and views with their columns; none where there is no such schema. */
  tables(database: string): Promise<ClusterTable[]>;
  /** Rows of tables, where the cluster's statistics tell; asks for no more than it can answer quickly. */
  counts(database: string, tables: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** A cluster behind the service. */
export interface Cluster {
  readonly sql: ClusterDialect;
  readonly runner: QueryRunner;
  readonly catalogue: ClusterCatalogue;
  close(): Promise<void>;
}
