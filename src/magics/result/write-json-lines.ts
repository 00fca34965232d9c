import type { Column, Table } from "../../core/table/table.ts";
import { jsonText } from "./json-text.ts";
import { writeTextFile } from "./write-text-file.ts";

/** Writes a table as one JSON object per row and line. Integers are exact, dates are ISO texts in UTC. */
export function writeJsonLines(table: Table, path: string): Promise<void> {
  return writeTextFile(path, jsonLines(table));
}

function* jsonLines(table: Table): Generator<string> {
  const columns = table.columnNames().map((name) => ({
    key: JSON.stringify(name),
    values: table.data()[name] as Column,
  }));
  for (let row = 0; row < table.numRows(); row += 1) {
    yield `{${columns.map(({ key, values }) => `${key}:${jsonText(values.at(row))}`).join(",")}}\n`;
  }
}
