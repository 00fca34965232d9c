import type { TableRecord } from "../core/endpoints/tables.ts";
import { Table } from "../core/table/table.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY, NODE_INSPECT, type Displayable } from "./display/displayable.ts";
import { tableBundle } from "./display/mime-bundle.ts";
import { toText } from "./display/table/table-text.ts";
import type { MimeBundle } from "./notebook-host.ts";

/** A table of the service as a variable of the notebook; displayed as the list of its columns. */
export class MagicTable implements Displayable {
  readonly database: string;
  readonly name: string;
  /** Number of records when `%svc_use` ran. */
  readonly count: number;
  /** One row per column: field (its name), type, alias (its name in queries if different, else empty). */
  readonly columns: Table<{ field: string; type: string; alias: string }>;

  constructor(record: Pick<TableRecord, "db_name" | "name" | "count" | "schema">) {
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

  /** Displayed by notebooks. */
  [JUPYTER_DISPLAY](): MimeBundle {
    return tableBundle(this.columns);
  }

  /** Displayed by `console.log` in Node.js. */
  [NODE_INSPECT](): string {
    return toText(this.columns);
  }

  /** Displayed by `console.log` in Deno. */
  [DENO_INSPECT](): string {
    return toText(this.columns);
  }
}

function aliasOf(column: { readonly name: string; readonly alias?: string }): string {
  return column.alias === undefined || column.alias === column.name ? "" : column.alias;
}
