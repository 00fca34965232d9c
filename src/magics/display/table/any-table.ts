/** What is used of an Arquero table: ours, or one of any other copy of Arquero in the process. */
export interface AnyTable {
  numRows(): number;
  /** Rows before filtering. */
  totalRows(): number;
  numCols(): number;
  columnNames(): string[];
  data(): Record<string, AnyColumn>;
  /** Bits of the rows that a filter kept; null or undefined without a filter. */
  mask(): RowMask | null | undefined;
  isOrdered(): boolean;
  /** Rows in order, without those that are filtered out. */
  indices(order?: boolean): ArrayLike<number>;
  /** Index columns; only our own tables have them. */
  readonly index?: readonly string[];
  /** What the statement did that gave the table, where it changed something; only our own tables have it. */
  readonly outcome?: string | null;
  /** Service types by column name; only our own tables have them. */
  readonly types?: Readonly<Record<string, string>>;
}

export interface AnyColumn extends Iterable<unknown> {
  readonly length: number;
  at(row: number): unknown;
}

export interface RowMask {
  /** The first kept row from `row` on; negative when there is none. */
  next(row: number): number;
  /** Not zero when the row is kept. */
  get(row: number): number;
}

/** Is it an Arquero table, of whichever copy? */
export function isAnyTable(value: unknown): value is AnyTable {
  if (typeof value !== "object" || value === null) return false;
  const table = value as Partial<Record<keyof AnyTable, unknown>>;
  return (
    ["numRows", "totalRows", "numCols", "columnNames", "data", "mask", "isOrdered", "indices"] as const
  ).every((method) => typeof table[method] === "function");
}
