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
  rowCount = 0;

  add(record: ReadonlyMap<string, unknown>): void {
    const row = this.rowCount++;
    for (const [name, value] of record) {
      // Uploads made from a CSV file carry their row number under an empty name.
      if (name === "" || value === null) continue;
      const column = this.#column(name);
      column.values[row] = value;
      const type = valueType(value);
      if (column.type === null) column.type = type;
      else if (isWider(type, column.type)) column.type = mergeTypes(column.type, type);
    }
  }

  #column(name: string): BlockColumn {
    let column = this.#byName.get(name);
    if (column) return column;
    const key = name.toLowerCase();
    column = this.columns.find((other) => other.name.toLowerCase() === key);
    if (!column) {
      column = { name, type: null, values: [] };
      this.columns.push(column);
    }
    this.#byName.set(name, column);
    return column;
  }
}
