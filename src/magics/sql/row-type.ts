import type { TablePath } from "../../dialect/catalogue.ts";
import { describe } from "../../dialect/describe.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { typeName } from "../../dialect/types/type.ts";
import { columnsWithTime, knownTable, type KnownCatalogue } from "../known-catalogue.ts";
import { columnsType } from "./columns-type.ts";

/** A statement whose row type is wanted. */
export interface TypedStatement {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly database: string;
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
  try {
    return "job" in rows
      ? columnsType(catalogue.jobColumns?.(rows.job) ?? [], true)
      : columnsType(statementColumns(rows, catalogue), rows.dates);
  } catch {
    return null;
  }
}

function statementColumns({ sql, dialect, database }: TypedStatement, catalogue: KnownCatalogue) {
  const columns = (path: TablePath) => knownColumns(path, catalogue);
  const described = describe(sql, dialect, { database, tables: { columns, tables: () => [] } });
  return described.map(({ name, type }) => ({ name, type: typeName(type, "presto") }));
}

function knownColumns({ database, table }: TablePath, catalogue: KnownCatalogue) {
  const found = knownTable(catalogue, database, table);
  return found && columnsWithTime(found).map(({ name, type }) => ({ name, type: type ?? "" }));
}
