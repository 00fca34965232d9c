import type { ImportType } from "./import-type.ts";

/** A column's non-null values in Parquet's PLAIN encoding. */
export interface PlainValues {
  readonly type: "INT64" | "DOUBLE" | "BYTE_ARRAY";
  readonly bytes: Uint8Array;
  readonly count: number;
}

export interface BlockColumn {
  readonly name: string;
  /** The narrowest type that holds every value. */
  readonly type: ImportType;
  readonly values: PlainValues;
  /** Nonzero for rows with a value. */
  readonly present: Uint8Array;
}

/** Some thousand imported rows: the columns with at least one value, including `time`. */
export interface ImportBlock {
  readonly rowCount: number;
  readonly columns: readonly BlockColumn[];
}
