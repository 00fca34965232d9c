// What a grid asks the kernel, and what it is answered: read by the kernel and by JupyterLab's extension.
import type { ColumnShape } from "../../magics/display/table/column-shape.ts";
import type { GridColumn, GridFile } from "../../magics/display/grid/grid-file.ts";

export type { GridColumn, GridFile };

/** A cell's JSON value: large integers and numbers outside of JSON as strings, dates as unix milliseconds. */
export type CellValue = string | number | boolean | null;

export interface SortKey {
  readonly column: number;
  readonly descending: boolean;
}

/** Filters of rows; several are combined with AND. */
export type RowFilter = { readonly column: number } & (
  | { readonly is: readonly CellValue[] }
  | { readonly contains: string }
  /** Numbers, also as texts with all digits, or dates as unix milliseconds; both ends inclusive. */
  | { readonly least: number | string | null; readonly most: number | string | null }
);

export interface GridView {
  readonly sort: readonly SortKey[];
  readonly filters: readonly RowFilter[];
}

/** A column to search, and how its numbers and dates are shown. */
export interface ShownColumn {
  readonly column: number;
  readonly shape: ColumnShape;
}

/** The frontend's requests; `grid` identifies the copy. */
export type GridRequest = { readonly grid: string } & (
  | { readonly ask: "open" }
  | {
      readonly ask: "page";
      readonly view: GridView;
      readonly from: number;
      readonly to: number;
      readonly columns: readonly number[];
      /** Whether long texts come in full length, and nested values as JSON. */
      readonly whole: boolean;
    }
  | { readonly ask: "summary"; readonly column: number }
  | { readonly ask: "cell"; readonly view: GridView; readonly row: number; readonly column: number }
  | {
      readonly ask: "find";
      readonly view: GridView;
      readonly text: string;
      readonly columns: readonly ShownColumn[];
      /** The zone in which instants are shown. */
      readonly zone: string | null;
      readonly from: number;
    }
);

/** Maximum cells of a page; a larger one has fewer rows than requested. */
export const MAX_PAGE_CELLS = 20_000;

export interface GridPage {
  /** Of the whole view. */
  readonly rows: number;
  readonly from: number;
  readonly columns: readonly (readonly CellValue[])[];
}

/** Content of a column's header. */
export interface ColumnSummary {
  readonly nulls: number;
  /** Of finite numbers and dates; null for other types, and without values. */
  readonly least: number | null;
  readonly most: number | null;
  /** Histogram over equal parts of the range; empty for other types. */
  readonly bars: readonly number[];
  /** The most frequent values; empty for columns with a range, or with too many distinct values. */
  readonly top: readonly (readonly [value: string, count: number])[];
}

export interface GridHit {
  readonly hit: { readonly row: number; readonly column: number } | null;
  /** The rows before this one have been searched. */
  readonly searched: number;
}
