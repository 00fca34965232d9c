import { Table } from "../../core/table/table.ts";
import { inTimeZone } from "../column-time-zone.ts";

/**
 * A table of records, one column per name. Columns of dates are shown with their UTC offset.
 *
 * @param read - Values of one record, in the order of `names`.
 */
export function listTable<R>(
  records: readonly R[],
  names: readonly string[],
  read: (record: R) => unknown[],
): Table {
  const rows = records.map(read);
  const columns = names.map((_, at) => {
    const values = rows.map((row) => row[at]);
    return values.some((value) => value instanceof Date) ? inTimeZone(values, "UTC") : values;
  });
  return Table.of(columns, names);
}
