import { statementOutcome } from "./statement-outcome.ts";
import { Table, type Column, type TableSource } from "./table.ts";
import { uniqueNames } from "./unique-names.ts";

/**
 * The table of a statement's answer; of one that changes something it says what it did.
 *
 * @param written - Rows that it wrote, where that is known without the answer.
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

/** Presto answers with one row, how many rows it wrote, or with nothing; Hive with nothing. */
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
