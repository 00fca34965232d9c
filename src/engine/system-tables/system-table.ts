import type { TableShape } from "../../dialect/catalogue.ts";
import { BIGINT, BOOLEAN, UTC_TIMESTAMP, VARCHAR, type Type } from "../../dialect/types/type.ts";
import type { StatementRights } from "../../dialect/statements/statement-rights.ts";
import type { EngineColumns } from "./listings.ts";

/** Input of the queries behind system tables. */
export interface SystemContext {
  readonly catalog: string;
  /** The session's name of the catalog with the databases. */
  readonly home: string;
  readonly columns: EngineColumns;
  /** Databases without a role are in no list. */
  readonly rights: StatementRights;
  /** All system tables, by catalog and schema. */
  readonly listed: readonly ListedSystemTable[];
}

export interface ListedSystemTable {
  readonly catalog: string;
  readonly schema: string;
  readonly table: SystemTable;
}

export interface SystemTable {
  readonly name: string;
  readonly columns: TableShape["columns"];
  /** SELECT of its rows with columns in order. */
  readonly rows: (context: SystemContext) => string;
}

const TYPES: Readonly<Record<string, readonly [Type, string]>> = {
  varchar: [VARCHAR, "VARCHAR"],
  bigint: [BIGINT, "BIGINT"],
  boolean: [BOOLEAN, "BOOLEAN"],
  timestamptz: [UTC_TIMESTAMP, "TIMESTAMP"],
  unlisted: [VARCHAR, "VARCHAR"],
};

/**
 * @param listed - Columns separated by spaces; `:type` follows a name unless it is varchar, `:unlisted` one that `*` leaves out.
 * @param rows - By default none.
 */
export function systemTable(name: string, listed: string, rows?: SystemTable["rows"]): SystemTable {
  const columns = listed.split(" ").map((column) => {
    const [title = "", type = "varchar"] = column.split(":");
    return { name: title, type: TYPES[type]![0], ...(type === "unlisted" ? { unlisted: true } : {}) };
  });
  return {
    name,
    columns,
    rows: rows ?? (() => `SELECT ${columns.map(() => "NULL").join(", ")} WHERE FALSE`),
  };
}

/** DuckDB's SQL of a table's rows, cast to the declared column types. */
export function systemSql({ columns, rows }: SystemTable, context: SystemContext): string {
  const engineTypes = columns.map(
    ({ type }) => Object.values(TYPES).find(([candidate]) => candidate.kind === type.kind)![1],
  );
  const list = columns.map(({ name }, i) => `CAST(r.c${i + 1} AS ${engineTypes[i]!}) AS "${name}"`);
  const names = columns.map((_, i) => `c${i + 1}`);
  return `(SELECT ${list.join(", ")} FROM (${rows(context)}) AS r(${names.join(", ")}))`;
}
