import type { Dialect } from "../../dialect/dialect.ts";

/** A column of a table on a cluster; `type` is the cluster's own name of its type. */
export interface ClusterColumn {
  readonly name: string;
  readonly type: string;
}

/** How the SQL of one kind of cluster is written. */
export interface ClusterDialect {
  readonly dialect: Dialect;
  /** Characters of rows that one INSERT takes, and how many rows it takes well. */
  readonly insertLength: number;
  readonly insertRows: number;
  quote(name: string): string;
  /** The cluster's name of a schema type such as `long` or `array<string>`. @throws Fault `invalid` for an unknown one. */
  clusterType(serviceType: string): string;
  /** The schema type of a cluster's type; types that the service has no name for are passed on in lower case. */
  serviceType(clusterType: string): string;
  /** One row of an INSERT, to be joined with others by {@link insert}. */
  row(values: readonly unknown[]): string;
  insert(table: string, columns: readonly ClusterColumn[], rows: readonly string[]): string;
  /** @param columns the columns with their types, as SQL */
  createTable(table: string, columns: string): string;
  /** Condition of the rows whose value a CAST would lose; not there where the cluster's CAST fails for them by itself. */
  lostByCast?(column: ClusterColumn, type: string): string;
  createSchema(database: string): string;
  addColumn(table: string, column: ClusterColumn): string;
  rename(table: string, database: string, to: string): string;
}
