/** How a writer makes and fills a table. */
export interface TableFiller {
  /** Default: the REST route, which creates a table without columns. */
  readonly create?: (table: string, onAgain: () => void) => Promise<void>;
  /** Writes all rows, or throws. @param append - Whether the table may have rows. */
  readonly fill: (table: string, append: boolean) => Promise<void>;
  /** Rows in the table after `fill` has failed. Default: none. */
  readonly rowsIn?: () => number;
}
