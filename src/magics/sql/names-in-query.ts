import type { Dialect } from "../../dialect/dialect.ts";
import type { VisibleTables } from "../../dialect/visible/relation-columns.ts";
import { visibleNames, type VisibleNames } from "../../dialect/visible/visible-names.ts";
import { placeholdersAsNames } from "../cell/query-template.ts";
import { columnsWithTime, knownTable, type KnownCatalogue, type NotebookTables } from "../known-catalogue.ts";

/**
 * The names that can be used at an offset of a magic's query, by the cached catalogue. A placeholder is a name.
 *
 * @param tables - Of the notebook, for SQL over them.
 */
export function namesInQuery(
  query: string,
  offset: number,
  dialect: Dialect,
  catalogue: KnownCatalogue,
  database: string | null,
  tables: NotebookTables = {},
): VisibleNames {
  const own = new Map(
    Object.entries(tables).map(([name, columns]) => [name.toLowerCase(), { name, table: null, columns }]),
  );
  const columns: VisibleTables["columns"] = (database, name) => {
    const table = knownTable(catalogue, database, name);
    return table === null ? null : columnsWithTime(table);
  };
  return visibleNames(placeholdersAsNames(query, dialect), offset, { dialect, database, own, columns });
}
