export interface CatalogueColumn {
  readonly name: string;
  /** The service's type; null when unknown, as for an expression. */
  readonly type: string | null;
}

export interface CatalogueTable {
  readonly name: string;
  /** Number of records; null when unknown. */
  readonly count: number | null;
  readonly columns: readonly CatalogueColumn[];
}

/**
 * Cached metadata of the service's databases. Null means "not loaded": the caller continues without it, and the lookup may start a
 * fetch in the background.
 */
export interface KnownCatalogue {
  readonly databases: readonly string[] | null;
  tables(database: string): readonly CatalogueTable[] | null;
  jobColumns?(id: number): readonly CatalogueColumn[] | null;
}

/** Columns of the notebook's variables that hold tables, by name. */
export type NotebookTables = Readonly<Record<string, readonly CatalogueColumn[]>>;

/** Further input of completion and tooltips. */
export interface CompletionScope {
  /** The current database, chosen by `%svc_use`. */
  readonly database: string | null;
  /** Known names of the notebook's variables. */
  readonly variables?: readonly string[];
  /** Those that a cell of SQL over the notebook's tables names; undefined when unknown. */
  readonly tables?: NotebookTables | undefined;
}

/** A table by its names, ignoring case; null when unknown. */
export function knownTable(
  catalogue: KnownCatalogue,
  database: string,
  table: string,
): CatalogueTable | null {
  const lowerName = table.toLowerCase();
  return catalogue.tables(database)?.find(({ name }) => name.toLowerCase() === lowerName) ?? null;
}

/** Columns of a table including `time`, which every table has but schemas omit. */
export function columnsWithTime(table: CatalogueTable): readonly CatalogueColumn[] {
  if (table.columns.some(({ name }) => name === "time")) return table.columns;
  return [...table.columns, { name: "time", type: "long" }];
}
