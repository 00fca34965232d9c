import type { Column, Table } from "../../../core/table/table.ts";
import { valueText } from "./value-text.ts";

/**
 * The lines of a table, one JSON object per row. Integers and decimals are exact numbers, doubles have a point, dates are days, timestamps are
 * `2024-05-06 07:08:09.000`, with a zone ISO text in UTC, binary is hexadecimal text, and rows are objects.
 */
export function* jsonLines(table: Table): Generator<string> {
  const columns = table.columnNames().map((name) => ({
    key: JSON.stringify(name),
    values: table.data()[name] as Column,
    text: valueText(table.types[name]),
  }));
  for (let row = 0; row < table.numRows(); row += 1) {
    yield `{${columns.map(({ key, values, text }) => `${key}:${text(values.at(row))}`).join(",")}}\n`;
  }
}
