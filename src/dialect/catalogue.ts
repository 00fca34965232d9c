import type { Dialect } from "./dialect.ts";
import type { TableShape } from "./analyze/translation.ts";
import type { Name } from "./parse/ast.ts";

/** Where a table is, in lower case. */
export interface TablePath {
  readonly catalog: string;
  readonly database: string;
  readonly table: string;
}

/** What the translation asks the engine about tables. Names are in lower case. */
export interface Catalogue {
  /** Null when there is no such table or view. */
  describe(path: TablePath): Promise<TableShape | null>;
  /** Of a catalog. */
  databases(catalog: string): Promise<readonly string[]>;
  /** Tables and views of a database. */
  tables(
    catalog: string,
    database: string,
  ): Promise<readonly { readonly name: string; readonly view: boolean }[]>;
  /** The SELECT that a view was made with; null when it is no view. */
  viewText(database: string, view: string): Promise<string | null>;
  /** What COMMENT has noted on a table and on its columns. */
  comments(database: string, table: string): Promise<TableComments>;
}

export interface TableComments {
  readonly table: string | null;
  /** By column; columns without one are left out. */
  readonly columns: ReadonlyMap<string, string>;
}

export interface TranslateContext {
  /** Catalog of names that have none. */
  readonly catalog?: string;
  readonly database: string;
  readonly scheduledTimeMs: number;
  /** The session's zone in Presto. @default UTC */
  readonly timeZone?: string;
  readonly mayWrite: boolean;
  readonly catalogue: Catalogue;
  /** Values of the statement's parameters (`?`) in order, each as the text of an expression. */
  readonly parameters?: readonly string[] | undefined;
  /** Says what columns the statement gives, or what parameters it takes, as `DESCRIBE OUTPUT` and `DESCRIBE INPUT` do. */
  readonly describe?: "input" | "output" | undefined;
}

/** Names that a statement may use for the one catalog of the databases. */
export const CATALOGS: Record<Dialect, readonly string[]> = {
  presto: ["td-presto", "td", "hive"],
  hive: ["hive", "td"],
};

/** The catalog of the tables that tell about the service itself. */
export const SYSTEM_CATALOG = "system";

/** The schema that every catalog of Presto has: its tables list the others. */
export const INFORMATION_SCHEMA = "information_schema";

/** Whether a catalog is there. */
export function isCatalog(name: string, dialect: Dialect): boolean {
  return CATALOGS[dialect].includes(name) || (dialect === "presto" && name === SYSTEM_CATALOG);
}

/** What a name of one to three parts means. */
export function tablePath(
  name: readonly Name[],
  { catalog, database }: { readonly catalog: string; readonly database: string },
): TablePath {
  const part = (place: number, otherwise: string): string =>
    (name.at(-place)?.text ?? otherwise).toLowerCase();
  return { table: part(1, ""), database: part(2, database), catalog: part(3, catalog) };
}

/** A key for maps of tables. */
export function tableKey({ catalog, database, table }: TablePath): string {
  return JSON.stringify([catalog, database, table]);
}
