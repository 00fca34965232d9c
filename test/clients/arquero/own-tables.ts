// Arquero's module, but for the functions that make tables: these make svclib's.
import * as arquero from "arquero";
import { Table } from "../../../src/core/table/table.ts";

type Make = (...args: unknown[]) => arquero.ColumnTable | Promise<arquero.ColumnTable>;

/** The same function with svclib's tables in place of Arquero's. */
function owned(name: string): Make {
  const make = Reflect.get(arquero, name) as Make;
  const own = (table: arquero.ColumnTable): arquero.ColumnTable =>
    new Table(table.data(), table.columnNames());
  return (...args) => {
    const table = make(...args);
    return table instanceof Promise ? table.then(own) : own(table);
  };
}

export * from "arquero";
export { Table as ColumnTable };
export const table = owned("table");
export const from = owned("from");
export const fromArrow = owned("fromArrow");
export const fromCSV = owned("fromCSV");
export const fromCSVStream = owned("fromCSVStream");
export const fromFixed = owned("fromFixed");
export const fromFixedStream = owned("fromFixedStream");
export const fromJSON = owned("fromJSON");
export const fromJSONStream = owned("fromJSONStream");
export const loadArrow = owned("loadArrow");
export const loadCSV = owned("loadCSV");
export const loadJSON = owned("loadJSON");
