import type { CatalogueColumn, KnownCatalogue, NotebookTables } from "../known-catalogue.ts";
import { checkStatement, type StatementToCheck } from "./check-statement.ts";
import { columnsType } from "./columns-type.ts";

/** A statement whose row type is wanted. */
export interface TypedStatement extends StatementToCheck {
  /** Whether dates and timestamps are converted to `Date`, as magics do; else they are text. */
  readonly dates: boolean;
}

/** Rows of a statement, or of a job's result. */
export type TypedRows = (TypedStatement & { readonly isLocal?: true }) | { readonly job: number };

/**
 * The columns of rows, from the cached catalogue; null when unknown.
 *
 * @param notebookTables - What a local statement can name.
 */
export function columnsOfRows(
  rows: TypedRows,
  catalogue: KnownCatalogue,
  notebookTables: NotebookTables = {},
): readonly CatalogueColumn[] | null {
  if ("job" in rows) return catalogue.jobColumns?.(rows.job) ?? null;
  const tables = rows.isLocal ? notebookTables : undefined;
  const check = checkStatement({ ...rows, tables }, catalogue);
  return "columns" in check ? check.columns : null;
}

/**
 * The TypeScript type of rows, such as `{ origin: string; flights: number }`, as {@link columnsOfRows}.
 *
 * @returns null when unknown. Errors in the statement are reported when it runs.
 */
export function rowType(
  rows: TypedRows,
  catalogue: KnownCatalogue,
  notebookTables: NotebookTables = {},
): string | null {
  const columns = columnsOfRows(rows, catalogue, notebookTables);
  return columnsType(columns ?? [], "job" in rows || rows.dates);
}
