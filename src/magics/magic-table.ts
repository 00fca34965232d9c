import type { Client } from "../core/client.ts";
import type { TableRecord } from "../core/endpoints/tables.ts";
import { create_engine } from "../core/query-engine.ts";
import { DEFAULT_LIMIT, read_svc_table, type ReadTableOptions } from "../core/read/read-table.ts";
import { Table } from "../core/table/table.ts";
import type { AnyRow, ColumnName } from "../core/table/verbs/types/row-types.ts";
import { counted, countText } from "./display/number-text.ts";
import { NODE_INSPECT } from "../core/table/console-text.ts";
import { JUPYTER_DISPLAY, type Displayable, type MimeBundle } from "./display/displayable.ts";
import { tableBundle } from "./display/mime-bundle.ts";
import { toText } from "./display/table/table-text.ts";
import { magic_context } from "./magic-context.ts";
import { say } from "./notebook-host.ts";
import { time_index } from "./result/time-index.ts";
import { time_to_date } from "./result/time-to-date.ts";

/** Options of {@link MagicTable.read}. */
export type ReadRowsOptions = Omit<ReadTableOptions, "index_col" | "parse_dates">;

/**
 * A table of the service as a variable of the notebook; displayed as the list of its columns.
 *
 * @typeParam R - Type of its rows.
 */
export class MagicTable<R extends object = AnyRow> implements Displayable {
  readonly database: string;
  readonly name: string;
  /** Number of records when `%svc_use` ran. */
  readonly count: number;
  /** One row per column: field (its name), type, alias (its name in queries if different, else empty). */
  readonly columns: Table<{ field: string; type: string; alias: string }>;

  readonly #connection: Client | undefined;

  /** @param connection - Reads the rows. Default: the magics' connection. */
  constructor(record: Pick<TableRecord, "db_name" | "name" | "count" | "schema">, connection?: Client) {
    this.#connection = connection;
    this.database = record.db_name;
    this.name = record.name;
    this.count = record.count;
    // Every table has `time`, which schemas omit.
    const hasTime = record.schema.some(({ name }) => name === "time");
    const schema = [...(hasTime ? [] : [{ name: "time", type: "long" }]), ...record.schema];
    this.columns = Table.of(
      [schema.map(({ name }) => name), schema.map(({ type }) => type), schema.map(aliasOf)],
      ["field", "type", "alias"],
    ) as MagicTable["columns"];
  }

  /**
   * Read rows as {@link read_svc_table} does, 10,000 at most unless `limit` says otherwise, with dates as magics show them.
   *
   * @example const rows = await stocks.read({ time_range: ["2009-01-01", null] });
   */
  async read<K extends ColumnName<R> = ColumnName<R>>(
    options: ReadRowsOptions & { readonly columns?: readonly K[] | null | undefined } = {},
  ): Promise<Table<ColumnName<R> extends K ? R : Pick<R, K>>> {
    const engine = create_engine(`presto:${this.database}`, this.#connection ?? magic_context.connect());
    const rows = await read_svc_table(this.name, engine, options);
    if (options.limit === undefined && rows.numRows() === DEFAULT_LIMIT && this.count > DEFAULT_LIMIT) {
      say(
        `INFO: ${countText(DEFAULT_LIMIT)} rows read; the table has ${counted(this.count, "row")}, which ${this.name}.read({ limit: null }) reads`,
      );
    }
    return time_index(time_to_date(rows)) as Table<ColumnName<R> extends K ? R : Pick<R, K>>;
  }

  /** Displayed by notebooks. */
  [JUPYTER_DISPLAY](): MimeBundle {
    return tableBundle(this.columns);
  }

  /** Displayed by `console.log`, in Deno too. */
  [NODE_INSPECT](): string {
    return toText(this.columns);
  }
}

function aliasOf(column: { readonly name: string; readonly alias?: string }): string {
  return column.alias === undefined || column.alias === column.name ? "" : column.alias;
}
