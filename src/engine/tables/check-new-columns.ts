import { Fault } from "../errors/fault.ts";

/** The engine's cost of adding a column grows with the table's columns: ten thousand take minutes and gigabytes. */
const MAX_COLUMNS = 2000;

/** @throws Fault `invalid` for names that the engine can't have, and when adding columns one by one would make a table too wide. */
export function checkNewColumns(
  table: string,
  present: readonly { readonly name: string }[],
  newColumns: readonly { readonly name: string }[],
): void {
  const names = new Set(present.map(({ name }) => name.toLowerCase()));
  const odd = newColumns.find(({ name }) => name.includes("\0"));
  if (odd !== undefined)
    throw new Fault(
      "invalid",
      `A column of table ${table} can't be named ${JSON.stringify(odd.name)}: names have no NUL character.`,
    );
  const added = newColumns.filter(({ name }) => !names.has(name.toLowerCase())).length;
  if (added > 0 && present.length + added > MAX_COLUMNS)
    throw new Fault(
      "invalid",
      `Table ${table} would have ${present.length + added} columns; schema changes and imports make at most ${MAX_COLUMNS}. Use several tables, or lists.`,
    );
}
