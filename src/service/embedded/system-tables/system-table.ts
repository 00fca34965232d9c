import { BIGINT, BOOLEAN, UTC_TIMESTAMP, VARCHAR, type Type } from "../../../dialect/types/type.ts";
import type { EngineColumns } from "./engine-columns.ts";

/** What the rows of the service's own tables are made of. */
export interface SystemContext {
  /** The catalog that is asked about. */
  readonly catalog: string;
  /** What the session calls the catalog of the databases. */
  readonly home: string;
  readonly columns: EngineColumns;
  /** All tables of this kind, by catalog and schema. */
  readonly listed: readonly ListedTable[];
}

/** One of the service's own tables with its place. */
export interface ListedTable {
  readonly catalog: string;
  readonly schema: string;
  readonly table: SystemTable;
}

/** A table that tells about the service. */
export interface SystemTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: Type }[];
  /** A SELECT of its rows, the columns by place; null where there can't be any. */
  readonly rows: ((context: SystemContext) => string) | null;
}

const TYPES: Readonly<Record<string, readonly [Type, string]>> = {
  varchar: [VARCHAR, "VARCHAR"],
  bigint: [BIGINT, "BIGINT"],
  boolean: [BOOLEAN, "BOOLEAN"],
  timestamptz: [UTC_TIMESTAMP, "TIMESTAMP"],
};

/** @param columns - Names with spaces between, `:type` behind those that are no varchar. */
export function systemTable(name: string, columns: string, rows: SystemTable["rows"] = null): SystemTable {
  return {
    name,
    columns: columns.split(" ").map((column) => {
      const [title = "", type = "varchar"] = column.split(":");
      return { name: title, type: TYPES[type]![0] };
    }),
    rows,
  };
}

/** The engine's SQL of a table's rows, each column with its name and type. */
export function systemSql({ columns, rows }: SystemTable, context: SystemContext): string {
  const engineTypes = columns.map(
    ({ type }) => Object.values(TYPES).find(([known]) => known.kind === type.kind)![1],
  );
  const list = columns.map(
    ({ name }, i) => `CAST(${rows === null ? "NULL" : `r.c${i + 1}`} AS ${engineTypes[i]!}) AS "${name}"`,
  );
  if (rows === null) return `(SELECT ${list.join(", ")} WHERE FALSE)`;
  const names = columns.map((_, i) => `c${i + 1}`);
  return `(SELECT ${list.join(", ")} FROM (${rows(context)}) AS r(${names.join(", ")}))`;
}
