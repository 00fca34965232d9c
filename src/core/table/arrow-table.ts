import { columnFromValues, tableFromColumns } from "@uwdata/flechette";
import type { toArrow } from "arquero";
import { arrowForm, ArrowValueError, inferredForm, type ArrowForm } from "../wire/arrow-form.ts";
import { timeZoneOf } from "./columns/column-time-zone.ts";
import type { Column, Table } from "./table.ts";

type Options = NonNullable<Parameters<typeof toArrow>[1]>;
type ArrowColumn = ReturnType<typeof columnFromValues>;

/** Rows of a batch, where the caller does not say. */
const BATCH_ROWS = 1 << 16;

/** Does what Arquero's `toArrow` does, but with the types that the service gave the columns, and with text as text instead of dictionaries. */
export function arrowTable(
  table: Table,
  { columns, limit = Infinity, offset = 0, types = {}, ...options }: Options,
): ReturnType<typeof toArrow> {
  const names = typeof columns === "function" ? columns(table) : (columns ?? table.columnNames());
  const rows = table.indices().slice(offset, offset + limit);
  const build = (name: string): ArrowColumn => {
    const column = table.data()[name] as Column;
    const inForm = ({ type, convert }: ArrowForm): ArrowColumn => {
      const visit = (add: (value: unknown) => void): void => {
        for (const row of rows) {
          const value = column.at(row);
          add(value === null || value === undefined ? null : convert(value));
        }
      };
      return columnFromValues(visit, type, { maxBatchRows: BATCH_ROWS, ...options });
    };
    const asked = Object.hasOwn(types, name) ? types[name] : undefined;
    if (asked !== undefined) return inForm({ type: asked, convert: (value) => value });
    const known = table.types[name];
    try {
      if (known !== undefined) return inForm(arrowForm(name, known));
    } catch (error) {
      // Its values were parsed, or came in another type than the service announced.
      if (!(error instanceof ArrowValueError)) throw error;
    }
    return inForm(inferredForm(valuesAt(column, rows), timeZoneOf(column)));
  };
  return tableFromColumns(names.map((name): [string, ArrowColumn] => [name, build(name)]));
}

function* valuesAt(column: Column, rows: Uint32Array): Generator {
  for (const row of rows) yield column.at(row);
}
