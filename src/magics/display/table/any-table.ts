/** The parts in use of an Arquero table: ours, or one of another copy of Arquero in the process. */
export interface AnyTable {
  numRows(): number;
  /** Rows before filtering. */
  totalRows(): number;
  numCols(): number;
  columnNames(): string[];
  data(): Record<string, AnyColumn>;
  /** Bit mask of the rows kept by a filter; null or undefined without a filter. */
  mask(): RowMask | null | undefined;
  isOrdered(): boolean;
  /** Row indexes in order, without filtered rows. */
  indices(): ArrayLike<number>;
  /** Index columns; our own tables only. */
  readonly index?: readonly string[];
  /** What the statement did, if it wrote; our own tables only. */
  readonly outcome?: string | null;
  /** Service types by column name; our own tables only. */
  readonly types?: Readonly<Record<string, string>>;
}

export interface AnyColumn extends Iterable<unknown> {
  readonly length: number;
  at(row: number): unknown;
}

export interface RowMask {
  /** The first kept row from `row` on; negative if none. */
  next(row: number): number;
  /** Not zero if the row is kept. */
  get(row: number): number;
}

/** Whether a value is an Arquero table, of any copy. */
export function isAnyTable(value: unknown): value is AnyTable {
  if (typeof value !== "object" || value === null) return false;
  const table = value as Partial<Record<keyof AnyTable, unknown>>;
  return (
    ["numRows", "totalRows", "numCols", "columnNames", "data", "mask", "isOrdered", "indices"] as const
  ).every((method) => typeof table[method] === "function");
}
