import type { Dialect } from "../../dialect/dialect.ts";

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
