import { UsageError } from "../../core/errors.ts";
import type { TableRecord } from "../../core/endpoints/tables.ts";
import { escapeHtml } from "../display/escape-html.ts";
import { isIdentifier } from "../cell/source/code-text.ts";
import { magic_context } from "../magic-context.ts";
import { MagicTable } from "../magic-table.ts";
import { JUPYTER_DISPLAY } from "../display/displayable.ts";
import { display } from "../display/display.ts";
import { toHtml } from "../display/table/table-html.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { host } from "../notebook-host.ts";
import { columnsType } from "../sql/row-type.ts";
import { listTable, type ListingOptions } from "./list-table.ts";

/** Maximum columns listed beside a table; displaying its variable lists all. */
const MAX_COLUMNS = 8;
const TABLE_TYPE = 'import("svclib/pandas_td/ipython").MagicTable';
/** Names reserved by kernels, although they are not global variables. */
const KERNEL_NAMES = new Set(["exports", "module", "require", "tslab"]);

/**
 * Make a database the current one and each of its tables a variable of the notebook, as `%svc_use` does. Displays the tables with their
 * rows, newest time and columns (one line each if only text is displayed). A table is not bound to a variable if its name is not valid or
 * already taken, also by a reassigned variable; `magic_tables` has all tables.
 *
 * @throws NotFoundError when the database does not exist; the current one is kept.
 */
export async function svc_use(database: string, options: ListingOptions = {}): Promise<void> {
  const { connection = magic_context.connect(), ...rest } = options;
  if (database.trim() === "") throw new UsageError("%svc_use: database_name is missing");
  const records = await connection.list_tables(database, rest);
  const tables: Record<string, MagicTable> = Object.create(null) as Record<string, MagicTable>;
  const lines: string[] = [];
  const unbound: string[] = [];
  for (const record of records) {
    const table = new MagicTable(record, options.connection);
    tables[table.name] = table;
    const type = `${TABLE_TYPE}${rowArgument(table)}`;
    const problem = whyNotBound(table.name);
    if (problem === null) bind(table.name, table, type);
    else unbound.push(`${JSON.stringify(table.name)}: ${type}; `);
    lines.push(
      problem === null
        ? `INFO: import ${table.name}: ${table.count} row${table.count === 1 ? "" : "s"}; ${columnsText(table)}`
        : `WARNING: ${table.name} ${problem}; use magic_tables[${JSON.stringify(table.name)}]`,
    );
  }
  const problem = whyNotBound("magic_tables");
  if (problem === null) bind("magic_tables", tables, `{ ${unbound.join("")}[name: string]: ${TABLE_TYPE} }`);
  else lines.push(`WARNING: magic_tables ${problem}`);
  if (records.length === 0) lines.push(`INFO: ${database} has no tables`);
  magic_context.database = database;
  display({
    [JUPYTER_DISPLAY]: () => ({
      "text/html": cardOf(records, lines),
      "text/plain": visibleText(lines.join("\n")),
    }),
  });
}

/** The tables with their rows, newest time and columns; below them the ones not bound. */
function cardOf(records: readonly TableRecord[], lines: readonly string[]): string {
  const card = listTable(records, ["table", "rows", "newest", "columns"], (record) => [
    record.name,
    record.count,
    record.last_log_timestamp.getTime() === 0 ? null : record.last_log_timestamp,
    columnsText(new MagicTable(record)),
  ]);
  const notes = lines.filter((line) => line.startsWith("WARNING"));
  return [toHtml(card), ...notes.map((line) => `<div>${escapeHtml(visibleText(line))}</div>`)].join("\n");
}

/** `time long, symbol string, price double`. */
function columnsText({ columns }: MagicTable): string {
  const listed = columns.objects().map(({ field, type }) => `${field} ${type}`);
  const more = listed.length - MAX_COLUMNS;
  const names = more > 1 ? [...listed.slice(0, MAX_COLUMNS), `${more} more columns`] : listed;
  return names.join(", ");
}

/** `<{ time: Date; symbol: string }>`. */
function rowArgument({ columns }: MagicTable): string {
  return `<${columnsType(
    columns.objects().map(({ field, type, alias }) => ({ name: alias || field, type })),
    true,
  )}>`;
}

function bind(name: string, value: unknown, type: string): void {
  host().bind(name, value, type);
  magic_context.tables.set(name, value);
}

/** Null if the name is free, or still bound by an earlier `%svc_use`. */
function whyNotBound(name: string): string | null {
  if (!isIdentifier(name) || name.startsWith("__")) return "can't be the name of a variable";
  const variable = host().variable(name);
  if (variable === null)
    return name in globalThis || KERNEL_NAMES.has(name) ? "would hide something of that name" : null;
  return magic_context.tables.has(name) && variable.value === magic_context.tables.get(name)
    ? null
    : "is a variable of yours, which is not changed";
}
