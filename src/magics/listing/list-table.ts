import { Table } from "../../core/table/table.ts";
import { inTimeZone, shownThrough } from "../../core/table/columns/column-display.ts";
import type { Client } from "../../core/client.ts";

/**
 * A table of records, one column per name. Dates are displayed with their UTC offset.
 *
 * @param read - The values of a record, in the order of `names`.
 * @param texts - Display formats of text columns.
 */
export function listTable<R>(
  records: readonly R[],
  names: readonly string[],
  read: (record: R) => unknown[],
  texts: Readonly<Record<string, (text: string) => string>> = {},
): Table {
  const rows = records.map(read);
  const columns = names.map((name, at) => {
    const values = rows.map((row) => row[at]);
    const show = texts[name];
    if (show !== undefined) return shownThrough(values, show);
    return values.some((value) => value instanceof Date) ? inTimeZone(values, "UTC") : values;
  });
  return Table.of(columns, names);
}

/** Options of the functions that list databases, tables and jobs. */
export interface ListingOptions {
  /** Default: the connection of the notebook's context. */
  readonly connection?: Client;
  /** Aborting it stops the listing. */
  readonly signal?: AbortSignal;
}
