import { columnFromValues, tableFromColumns } from "@uwdata/flechette";
// Imported by file: the package's main declarations fail under `strict`.
import type { Column as ArrowColumn } from "@uwdata/flechette/dist/types/column.js";
import type { Schema, StructFactory, TableBuilderOptions } from "@uwdata/flechette/dist/types/types.js";
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import { arrowForm, ArrowValueError, inferredForm, type ArrowForm } from "../wire/arrow/arrow-form.ts";
import { isNone } from "./is-none.ts";
import { timeZoneOf } from "./columns/column-display.ts";
import type { Column } from "./columns/column.ts";
import type { TypedData } from "./typed-data.ts";

export interface ArrowOptions extends TableBuilderOptions {
  /** Names of the columns, or a function that selects them. Default: all. */
  columns?: string[] | ((table: ArqueroTable) => string[]);
  limit?: number;
  offset?: number;
}

export interface ArrowIPCOptions extends ArrowOptions {
  /** @default "stream" */
  format?: "stream" | "file";
}

/* eslint-disable @typescript-eslint/no-explicit-any -- flechette's types use any. */
type Row = Record<string, any>;
type AnyArrowColumn = ArrowColumn<any>;

/** A flechette table. */
export interface ArrowTable {
  schema: Schema;
  names: any[];
  children: AnyArrowColumn[];
  factory: StructFactory;
  getFactory: any;
  readonly [Symbol.toStringTag]: string;
  readonly numCols: number;
  readonly numRows: number;
  getChildAt(index: number): AnyArrowColumn;
  getChild(name: string | number): AnyArrowColumn;
  selectAt(indices: number[], as?: string[]): ArrowTable;
  select(names: (string | number)[], as?: string[]): ArrowTable;
  toColumns(): Record<string, any>;
  toArray(): Row[];
  [Symbol.iterator](): Generator<Row>;
  at(index: number): Row;
  get(index: number): Row;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

const BATCH_ROWS = 1 << 16;

/** Like Arquero's `toArrow`, but with the column types of the service, and plain text instead of dictionaries. */
export function arrowTable(
  table: TypedData,
  { columns, limit = Infinity, offset = 0, types = {}, ...options }: ArrowOptions,
): ArrowTable {
  const names = typeof columns === "function" ? columns(table) : (columns ?? table.columnNames());
  const rows = table.indices().slice(offset, offset + limit);
  const build = (name: string): AnyArrowColumn => {
    const column = table.data()[name] as Column;
    const inForm = ({ type, convert }: ArrowForm): AnyArrowColumn => {
      const visit = (add: (value: unknown) => void): void => {
        for (const row of rows) {
          const value = column.at(row);
          add(isNone(value) ? null : convert(value));
        }
      };
      return columnFromValues(visit, type, { maxBatchRows: BATCH_ROWS, ...options });
    };
    const chosen = Object.hasOwn(types, name) ? types[name] : undefined;
    if (chosen !== undefined) return inForm({ type: chosen, convert: (value) => value });
    const serviceType = table.types[name];
    try {
      if (serviceType !== undefined) return inForm(arrowForm(name, serviceType));
    } catch (error) {
      // The values were parsed, or differ from the type that the service announced.
      if (!(error instanceof ArrowValueError)) throw error;
    }
    return inForm(inferredForm(valuesAt(column, rows), timeZoneOf(column), serviceType));
  };
  return tableFromColumns(names.map((name): [string, AnyArrowColumn] => [name, build(name)]));
}

function* valuesAt(column: Column, rows: Uint32Array): Generator {
  for (const row of rows) yield column.at(row);
}
