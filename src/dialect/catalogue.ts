import type { Dialect } from "./dialect.ts";
import type { TableShape } from "./analyze/translation.ts";

/** What the translation asks the engine about tables. */
export interface Catalogue {
  /** Null when there is no such table or view; names in lower case. */
  describe(database: string, table: string): Promise<TableShape | null>;
  databases(): Promise<readonly string[]>;
  /** Tables and views of a database. */
  tables(database: string): Promise<readonly { readonly name: string; readonly view: boolean }[]>;
  /** The SELECT that a view was made with; null when it is no view. */
  viewText(database: string, view: string): Promise<string | null>;
}

export interface TranslateContext {
  readonly database: string;
  readonly scheduledTimeMs: number;
  readonly mayWrite: boolean;
  readonly catalogue: Catalogue;
  /** Says what columns the statement gives, as `DESCRIBE OUTPUT` does. */
  readonly describe?: boolean;
}

/** Names that a statement may use for the one catalog that there is. */
export const CATALOGS: Record<Dialect, readonly string[]> = {
  presto: ["td-presto", "td", "hive"],
  hive: ["hive", "td"],
};
