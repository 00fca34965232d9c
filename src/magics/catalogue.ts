/** A column, as the catalogue knows it. */
export interface CatalogueColumn {
  readonly name: string;
  /** The service's type; null when it is not known, as for an expression. */
  readonly type: string | null;
}

export interface CatalogueTable {
  readonly name: string;
  /** Records; null when not known. */
  readonly count: number | null;
  readonly columns: readonly CatalogueColumn[];
}

/**
 * What is loaded of the service's databases. Null always means "not loaded": the caller answers without it, and the lookup may start a
 * fetch in the background.
 */
export interface Catalogue {
  readonly databases: readonly string[] | null;
  /** Tables of a database by its name. */
  tables(database: string): readonly CatalogueTable[] | null;
  /** Columns of a job's result by its id. */
  jobColumns?(id: number): readonly CatalogueColumn[] | null;
}

/** What else completion and tooltips know of the notebook. */
export interface CompletionScope {
  /** The current database, chosen by `%svc_use`. */
  readonly database: string | null;
  /** Names of the notebook's variables, as far as they are known. */
  readonly variables?: readonly string[];
}

/** A table by its names, letter case aside; null when it is not known. */
export function findTable(catalogue: Catalogue, database: string, table: string): CatalogueTable | null {
  const wanted = table.toLowerCase();
  return catalogue.tables(database)?.find(({ name }) => name.toLowerCase() === wanted) ?? null;
}

/** Columns of a table with `time`, which every table has though schemas leave it out. */
export function columnsOf(table: CatalogueTable): readonly CatalogueColumn[] {
  if (table.columns.some(({ name }) => name === "time")) return table.columns;
  return [...table.columns, { name: "time", type: "long" }];
}
