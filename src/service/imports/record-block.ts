import { isWider, mergeTypes, valueType, type ImportType } from "./import-type.ts";

/** One column of a block; a hole is null. */
export interface BlockColumn {
  readonly name: string;
  /** Narrowest type that holds every value; null while all are null. */
  type: ImportType | null;
  readonly values: unknown[];
}

/** Some thousand records, turned into columns. Column names are equal when they differ in case only: the first spelling stays. */
export class RecordBlock {
  readonly columns: BlockColumn[] = [];
  readonly #byName = new Map<string, BlockColumn>();
  /** The column of the key that stood at a position last time. */
  readonly #byPosition: { key: string; column: BlockColumn }[] = [];
  rowCount = 0;

  /**
   * Adds the first `size` members as a record; one of an equal key that comes later counts.
   *
   * @param floats - Which values are floating point numbers even where they are whole.
   */
  add(
    keys: readonly string[],
    values: readonly unknown[],
    size: number,
    floats: readonly boolean[] = [],
  ): void {
    const row = this.rowCount++;
    for (let i = 0; i < size; i++) {
      const key = keys[i] as string;
      const value = values[i];
      // Uploads made from a CSV file carry their row number under an empty name.
      if (key !== "" && value !== null) put(this.#column(key, i), row, value, floats[i] === true);
    }
  }

  #column(key: string, position: number): BlockColumn {
    const known = this.#byPosition[position];
    if (known?.key === key) return known.column;
    let column = this.#byName.get(key);
    if (!column) {
      const lower = key.toLowerCase();
      column = this.columns.find((other) => other.name.toLowerCase() === lower);
      if (!column) {
        column = { name: key, type: null, values: [] };
        this.columns.push(column);
      }
      this.#byName.set(key, column);
    }
    this.#byPosition[position] = { key, column };
    return column;
  }
}

function put(column: BlockColumn, row: number, value: unknown, isFloat: boolean): void {
  const { values, type } = column;
  // Filled up to here, so that the array stays one without holes.
  while (values.length < row) values.push(null);
  values[row] = value;
  if (typeof value === "string" && type === "string") return;
  const own = isFloat ? "double" : valueType(value);
  if (type === null) column.type = own;
  else if (isWider(own, type)) column.type = mergeTypes(type, own);
}
