import type { CatalogueColumn, KnownCatalogue } from "../known-catalogue.ts";
import { checkStatement, type StatementToCheck } from "./check-statement.ts";
import { columnsType } from "./columns-type.ts";

/** A statement whose row type is wanted. */
export interface TypedStatement extends StatementToCheck {
  /** Whether dates and timestamps are converted to `Date`, as magics do; else they are text. */
  readonly dates: boolean;
}

/** Rows of a statement, or of a job's result. */
export type TypedRows = TypedStatement | { readonly job: number };

/** The columns of rows, from the cached catalogue; null when unknown. */
export function columnsOfRows(rows: TypedRows, catalogue: KnownCatalogue): readonly CatalogueColumn[] | null {
  if ("job" in rows) return catalogue.jobColumns?.(rows.job) ?? null;
  const check = checkStatement(rows, catalogue);
  return "columns" in check ? check.columns : null;
}

/**
 * The TypeScript type of rows, such as `{ origin: string; flights: number }`, from the cached catalogue.
 *
 * @returns null when unknown. Errors in the statement are reported when it runs.
 */
export function rowType(rows: TypedRows, catalogue: KnownCatalogue): string | null {
  return columnsType(columnsOfRows(rows, catalogue) ?? [], "job" in rows || rows.dates);
}
