import type { PlainValues } from "../../core/blocks/plain-values.ts";
import type { ImportType } from "./import-type.ts";

export interface BlockColumn {
  readonly name: string;
  /** The narrowest type that holds every value. */
  readonly type: ImportType;
  readonly values: Omit<PlainValues, "present">;
  /** Nonzero for rows with a value. */
  readonly present: Uint8Array;
}

/** Some thousand imported rows: the columns with at least one value, including `time`. */
export interface ImportBlock {
  readonly rowCount: number;
  readonly columns: readonly BlockColumn[];
}
