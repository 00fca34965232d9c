/** Environment variable with the folder for copies of displayed tables; copies are made only if the folder exists. */
export const GRID_FOLDER = "SVC_GRID_FOLDER";

/** Typed arrays of the files `.val`, by the encoding of a column's values. */
export const GRID_ARRAYS = {
  i8: Int8Array,
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  i64: BigInt64Array,
  u64: BigUint64Array,
  f32: Float32Array,
  f64: Float64Array,
  /** 0 false, 1 true, 2 null. */
  bool: Uint8Array,
  /** Unix ms, NaN for null. */
  date: Float64Array,
  /** Codes, 0 for null, 1 for the first text; `.dic`: the texts as JSON. */
  dict: Uint32Array,
  /** End offset of each text; `.txt`: concatenated UTF-8. */
  text: Uint32Array,
  /** As `text`, with JSON. */
  json: Uint32Array,
} as const;

export type GridKind = keyof typeof GRID_ARRAYS;

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
