import { uniqueNames } from "../../core/table/unique-names.ts";
import { isCatalog, type TablePath } from "../../dialect/catalogue.ts";
import { describe } from "../../dialect/describe.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Type } from "../../dialect/types/type.ts";
import { columnsOf, findTable, type Catalogue } from "../catalogue.ts";
import { isIdentifier } from "../cell/source/identifier.ts";

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
export function rowType(rows: TypedRows, catalogue: Catalogue): string | null {
  const { dates } = "job" in rows ? { dates: true } : rows;
  try {
    const columns = "job" in rows ? jobColumns(rows.job, catalogue) : statementColumns(rows, catalogue);
    const names = uniqueNames(columns.map(({ name }) => name));
    if (names.length === 0) return null;
    const fields = columns.map(({ type }, at) => {
      const name = names[at] ?? "";
      const isTime = dates && name === "time" && valueType(type, dates) === "number";
      return `${isIdentifier(name) ? name : JSON.stringify(name)}: ${isTime ? "Date" : valueType(type, dates)}`;
    });
    return `{ ${fields.join("; ")} }`;
  } catch {
    return null;
  }
}

function statementColumns({ sql, dialect, database }: TypedStatement, catalogue: Catalogue) {
  const columns = (path: TablePath) => knownColumns(path, dialect, catalogue);
  return describe(sql, dialect, { database, tables: { columns, tables: () => [] } });
}

function jobColumns(id: number, catalogue: Catalogue) {
  const known = (catalogue.jobColumns?.(id) ?? []).map(({ name, type }) => ({ name, type: type ?? "" }));
  return describe("select * from result", "presto", {
    database: "job",
    tables: { columns: () => known, tables: () => [] },
  });
}

function knownColumns({ catalog, database, table }: TablePath, dialect: Dialect, catalogue: Catalogue) {
  const found = isCatalog(catalog, dialect) ? findTable(catalogue, database, table) : null;
  return found && columnsOf(found).map(({ name, type }) => ({ name, type: type ?? "" }));
}

/** The TypeScript type of values in a table. Whether integers include BigInt is not known before the statement runs. */
function valueType(type: Type, dates: boolean): string {
  switch (type.kind) {
    case "tinyint":
    case "smallint":
    case "integer":
    case "bigint":
    case "real":
    case "double":
      return "number";
    case "boolean":
      return "boolean";
    case "varchar":
    case "char":
    case "decimal":
    case "uuid":
    case "ipaddress":
    case "time":
    case "intervalYearMonth":
    case "intervalDaySecond":
      return "string";
    case "date":
      return dates ? "Date" : "string";
    case "timestamp":
    case "timestamptz":
      // Values finer than a millisecond stay text.
      return !dates ? "string" : type.precision > 3 ? "any" : "Date";
    case "array":
      return type.element.kind === "row" ? "any[]" : `${valueType(type.element, false)}[]`;
    default:
      return "any";
  }
}
