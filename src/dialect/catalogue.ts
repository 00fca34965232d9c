import type { Dialect } from "./dialect.ts";
import type { Name } from "./parse/ast.ts";
import type { Sql } from "./sql/tree.ts";
import type { StatementRights } from "./statements/statement-rights.ts";
import type { Type } from "./types/type.ts";

/** Path of a table, in lowercase. */
export interface TablePath {
  readonly catalog: string;
  readonly database: string;
  readonly table: string;
}

export const isListed = ({ unlisted }: { readonly unlisted?: boolean | undefined }): boolean =>
  unlisted !== true;

/** A table or view, for the analysis. */
export interface TableShape {
  /** Its rows, if it is not in the catalogue. */
  readonly query?: Sql;
  readonly database: string;
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: Type;
    /** Left out of `*` and of lists, but there for who names it. */
    readonly unlisted?: boolean;
  }[];
  /** Provided by the service; read-only. */
  readonly system?: boolean;
  /** Why a view can't be read. */
  readonly invalid?: string;
}

export interface Alternatives {
  readonly what: "table" | "schema";
  readonly names: readonly string[];
}

export interface TableLookup {
  /** Null when no such table or view exists. */
  find(path: TablePath): TableShape | null;
  /** The tables of an unknown name's database, or the databases if that is unknown too, to suggest one instead. */
  alternatives(path: TablePath): Alternatives;
}

/** The engine's metadata for the translation. Names are lowercase. */
export interface Catalogue {
  /** Null when no such table or view exists. */
  describe(path: TablePath): Promise<TableShape | null>;
  databases(catalog: string): Promise<readonly string[]>;
  tables(
    catalog: string,
    database: string,
  ): Promise<readonly { readonly name: string; readonly view: boolean }[]>;
  /** The SELECT of a view; null when it is not a view. */
  viewText(database: string, view: string): Promise<string | null>;
  comments(database: string, table: string): Promise<TableComments>;
}

export interface TableComments {
  readonly table: string | null;
  /** By column; columns without a comment are omitted. */
  readonly columns: ReadonlyMap<string, string>;
}

/** The catalogue that {@link TranslateContext} has shows only databases in which the caller has a role. */
export interface TranslateContext extends StatementRights {
  /** Default catalog of table names. */
  readonly catalog?: string;
  readonly database: string;
  readonly scheduledTimeMs: number;
  /** Presto's session time zone. @default UTC */
  readonly timeZone?: string;
  /** Presto's session properties. */
  readonly sessionProperties?: readonly (readonly [name: string, value: string])[];
  readonly catalogue: Catalogue;
  /** Values of the statement's parameters (`?`) in order, each an expression as text. */
  readonly parameters?: readonly string[] | undefined;
  /** Names of tables that the statement brings along, as it writes them; they win over those of the default database. */
  readonly local?: readonly string[] | undefined;
  /** The statement failed for decimals of many digits: all of its sums hold them. @default false */
  readonly longDecimals?: boolean | undefined;
  /** Return the statement's columns or parameters, as `DESCRIBE OUTPUT` and `DESCRIBE INPUT` do. */
  readonly describe?: "input" | "output" | undefined;
}

/** Names that statements may use for the single catalog of databases. */
export const CATALOGS: Record<Dialect, readonly string[]> = {
  presto: ["td-presto", "td", "hive"],
  hive: ["hive", "td"],
};

/** Catalog of tables with metadata of the service itself. */
export const SYSTEM_CATALOG = "system";

/** Schema in every Presto catalog with tables of metadata. */
export const INFORMATION_SCHEMA = "information_schema";

export function isCatalog(name: string, dialect: Dialect): boolean {
  return CATALOGS[dialect].includes(name) || (dialect === "presto" && name === SYSTEM_CATALOG);
}

/** Database of the tables that a statement brings along; no database of a service can have this name. */
export const LOCAL_DATABASE = "this-notebook";

/** Resolves a table name of one to three parts. */
export function tablePath(
  name: readonly Name[],
  {
    catalog,
    database,
    local = [],
  }: Pick<TranslateContext, "database" | "local"> & { readonly catalog: string },
): TablePath {
  const own = name.length === 1 ? (name[0]?.text ?? "") : "";
  if (local.includes(own)) return { catalog, database: LOCAL_DATABASE, table: own };
  const part = (place: number, otherwise: string): string =>
    (name.at(-place)?.text ?? otherwise).toLowerCase();
  return { table: part(1, ""), database: part(2, database), catalog: part(3, catalog) };
}

export function tableKey({ catalog, database, table }: TablePath): string {
  return `${catalog}\0${database}\0${table}`;
}
