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
 * What is known of the service's databases at the moment. Null always means "not known (yet)": whoever asks gives the answer that is possible
 * and names what is missing, so that it can be fetched behind.
 */
export interface Catalogue {
  readonly databases: readonly string[] | null;
  /** Tables of a database by its name. */
  tables(database: string): readonly CatalogueTable[] | null;
}

/** What else completion and tooltips know of the notebook. */
export interface CompletionScope {
  /** The current database, chosen by `%svc_use`. */
  readonly database: string | null;
  /** Names of the notebook's variables, as far as they are known. */
  readonly variables?: readonly string[];
}

/** What an answer would have needed. */
export interface Missing {
  readonly databases: boolean;
  /** Databases whose tables are not known. */
  readonly tables: readonly string[];
}

/** A catalogue that notes what it is asked for in vain. */
export interface WatchedCatalogue extends Catalogue {
  missing(): Missing;
}

export function watchCatalogue(catalogue: Catalogue): WatchedCatalogue {
  let databases = false;
  const tables = new Set<string>();
  return {
    get databases() {
      databases ||= catalogue.databases === null;
      return catalogue.databases;
    },
    tables(database) {
      const known = catalogue.tables(database);
      if (known === null) tables.add(database);
      return known;
    },
    missing: () => ({ databases, tables: [...tables] }),
  };
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
