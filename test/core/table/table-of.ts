import { Table, type Column, type TableFacts } from "../../../src/core/table/table.ts";

/** A table of columns by name, as examples read best: `tableOf({ symbol: ["A", "B"], price: [1, 2] })`. */
export const tableOf = (columns: Readonly<Record<string, Column>>, facts?: TableFacts): Table =>
  Table.of(Object.values(columns), Object.keys(columns), facts);
