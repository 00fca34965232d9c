/** Environment variable that names the folder for copies of shown tables; they are made only where it is there. */
export const GRID_FOLDER = "SVC_GRID_FOLDER";

/** How the values of a column lie in its files. */
export type GridKind =
  /** `.val`: typed arrays as they are. */
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
  /** `.val`: a byte each, 0 false, 1 true, 2 null. */
  | "bool"
  /** `.val`: f64 of unix ms, NaN for null. */
  | "date"
  /** `.val`: u32 codes, 0 for null, 1 for the first text; `.dic`: the texts as JSON. */
  | "dict"
  /** `.val`: u32 of where each text ends; `.txt`: UTF-8, one after the other. */
  | "text"
  /** As text, of JSON. */
  | "json";

export interface GridColumn {
  readonly name: string;
  /** The service's type; null where it is not known. */
  readonly type: string | null;
  readonly kind: GridKind;
  /** Is there a file `.nul`, a byte for each row, 1 for null? */
  readonly nulls: boolean;
  readonly isIndex: boolean;
  /** In which its dates are shown. */
  readonly zone: string | null;
}

/** The file `grid.json` in a copy's folder, which is written last. The files of column n are `n.val` and so on. */
export interface GridFile {
  readonly rows: number;
  readonly columns: readonly GridColumn[];
}

/** Bytes of a value. */
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
