import type { Dialect } from "../engine.ts";

/** A column of a table on a cluster; `type` is the cluster's own name of its type. */
export interface ClusterColumn {
  readonly name: string;
  readonly type: string;
}

/** How the SQL of one kind of cluster is written. */
export interface ClusterDialect {
  readonly dialect: Dialect;
  /** Characters that one INSERT takes, and rows that it takes well. */
  readonly insertLength: number;
  readonly insertRows: number;
  quote(name: string): string;
  /** The cluster's name of a schema type such as `long` or `array<string>`. @throws Fault `invalid` for an unknown one. */
  clusterType(serviceType: string): string;
  /** The schema type of a cluster's type; types that the service has no name for are passed on in lower case. */
  serviceType(clusterType: string): string;
  /** A value of an imported column as SQL. */
  literal(value: unknown): string;
  createSchema(database: string): string;
  addColumn(table: string, column: ClusterColumn): string;
  rename(table: string, database: string, to: string): string;
}
