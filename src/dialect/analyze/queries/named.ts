import { columnAt, columnNames, commas, type Sql, word } from "../../sql/tree.ts";
import type { NamedColumn } from "../scope.ts";
import type { From } from "./relation.ts";

/** A relation with columns named c1, c2, … in the engine's SQL. */
export function named(
  alias: string,
  columns: readonly NamedColumn[],
  qualifiers: readonly string[],
  write: (alias: Sql, names: Sql) => Sql,
): From {
  return {
    sql: write(word(alias), commas(columnNames(columns))),
    columns: columns.map((column, i) => ({
      ...column,
      qualifiers,
      sql: columnAt(alias, i),
    })),
  };
}
