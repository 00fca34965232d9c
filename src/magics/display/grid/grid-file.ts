/** Environment variable with the folder for copies of displayed tables; copies are made only if the folder exists. */
export const GRID_FOLDER = "SVC_GRID_FOLDER";

/** The name of a displayed table: its copy's folder, and in its HTML a class after `svc-grid-`. */
export const GRID_NAME = /^[0-9a-f]{32}$/;

export interface GridColumn {
  readonly name: string;
  /** The service's type; null when unknown. */
  readonly type: string | null;
  /** `date`: unix milliseconds. `nested`: lists, rows and maps as the table shows them; the same as JSON is in another file. */
  readonly kind: "integer" | "float" | "boolean" | "date" | "text" | "nested";
  readonly isIndex: boolean;
  /** Whether its numbers are displayed as `12,345`. */
  readonly grouped: boolean;
  /** Display time zone of its dates. */
  readonly zone: string | null;
}

export interface GridFile {
  readonly rows: number;
  readonly columns: readonly GridColumn[];
}

/** Where the blocks of a file begin; each holds one column. */
export interface BlockIndex {
  /** The row after each block's last one. */
  readonly rows: readonly number[];
  /** The offset after each block's last byte. */
  readonly bytes: readonly number[];
}

/** The file `grid.json` of a copy, written last. The blocks of column n are in the file `n`, the JSON of nested values in `n.json`. */
export interface GridIndex {
  readonly file: GridFile;
  readonly blocks: Readonly<Record<string, BlockIndex>>;
}
