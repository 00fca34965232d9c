import type { KnownCatalogue } from "../known-catalogue.ts";
import { checkStatement, type StatementToCheck } from "./check-statement.ts";
import { columnsType } from "./columns-type.ts";

/** A statement whose row type is wanted. */
export interface TypedStatement extends StatementToCheck {
  /** Whether dates and timestamps are converted to `Date`, as magics do; else they are text. */
  readonly dates: boolean;
}

/** Rows of a statement, or of a job's result. */
export type TypedRows = TypedStatement | { readonly job: number };

/**
 * The TypeScript type of rows, such as `{ origin: string; flights: number }`, from the cached catalogue.
 *
 * @returns null when unknown. Errors in the statement are reported when it runs.
 */
export function rowType(rows: TypedRows, catalogue: KnownCatalogue): string | null {
  if ("job" in rows) return columnsType(catalogue.jobColumns?.(rows.job) ?? [], true);
  const { dates, ...statement } = rows;
  const check = checkStatement(statement, catalogue);
  return "columns" in check ? columnsType(check.columns, dates) : null;
}
