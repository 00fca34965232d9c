import { statementOutcome } from "./statement-outcome.ts";
import { Table, type Column, type TableSource } from "./table.ts";
import { uniqueNames } from "./unique-names.ts";

/**
 * The result table of a statement; for one that writes, with its outcome.
 *
 * @param written - Rows written, if known from elsewhere.
 */
export function resultTable(
  columns: readonly Column[],
  schema: readonly { readonly name: string; readonly type: string }[],
  sql: string,
  written: number | null = null,
  source: TableSource | null = null,
): Table {
  const names = uniqueNames(schema.map(({ name }) => name));
  const types = Object.fromEntries(schema.map(({ type }, i) => [names[i] as string, type]));
  return Table.of(columns, names, { types, outcome: outcomeOf(columns, names, sql, written), source });
}

/** For a write, Presto returns one row with the number of rows written, or nothing; Hive returns nothing. */
function outcomeOf(
  [first, ...others]: readonly Column[],
  names: readonly string[],
  sql: string,
  written: number | null,
): string | null {
  if (first === undefined) return statementOutcome(sql, written || null);
  const count: unknown =
    names[0] === "rows" && first.length === 1 && others.length === 0 ? first.at(0) : null;
  return typeof count === "number" ? statementOutcome(sql, count) : null;
}
