/** Environment variable with the folder for copies of displayed tables; copies are made only if the folder exists. */
export const GRID_FOLDER = "SVC_GRID_FOLDER";

/** Encoding of a column's values in its files. */
export type GridKind =
  /** `.val`: a typed array. */
  | "i8"
  | "u8"
  | "i16"
  | "u16"
  | "i32"
  | "u32"
  | "i64"
  | "u64"
  | "f32"
  | "f64"
  /** `.val`: one byte per value, 0 false, 1 true, 2 null. */
  | "bool"
  /** `.val`: f64 of unix ms, NaN for null. */
  | "date"
  /** `.val`: u32 codes, 0 for null, 1 for the first text; `.dic`: the texts as JSON. */
  | "dict"
  /** `.val`: u32 end offset of each text; `.txt`: concatenated UTF-8. */
  | "text"
  /** As `text`, with JSON. */
  | "json";

export interface GridColumn {
  readonly name: string;
  /** The service's type; null when unknown. */
  readonly type: string | null;
  readonly kind: GridKind;
  /** Whether there is a file `.nul`, one byte per row, 1 for null. */
  readonly nulls: boolean;
  readonly isIndex: boolean;
  /** Whether its numbers are displayed as `12,345`. */
  readonly grouped: boolean;
  /** Display time zone of its dates. */
  readonly zone: string | null;
}

/** The file `grid.json` in a copy's folder, written last. The files of column n are `n.val` and so on. */
export interface GridFile {
  readonly rows: number;
  readonly columns: readonly GridColumn[];
}

/** Bytes per value. */
export const KIND_BYTES: Readonly<Record<GridKind, number>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  f32: 4,
  f64: 8,
  bool: 1,
  date: 8,
  dict: 4,
  text: 4,
  json: 4,
};
