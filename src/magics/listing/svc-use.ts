import { isNotFoundError } from "../../core/error-guards.ts";
import { UsageError } from "../../core/errors.ts";
import type { TableRecord } from "../../core/endpoints/tables.ts";
import { escapeHtml } from "../display/escape-html.ts";
import { isIdentifier } from "../cell/source/identifier.ts";
import { magic_context } from "../magic-context.ts";
import { MagicTable } from "../magic-table.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { JUPYTER_DISPLAY } from "../display/displayable.ts";
import { display } from "../display/display.ts";
import { toHtml } from "../display/table/table-html.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { host } from "../notebook-host.ts";
import { listTable } from "./list-table.ts";
import type { ListingOptions } from "./listing-options.ts";

/** Columns that are named beside a table; all are shown when its variable is displayed. */
const MOST_COLUMNS = 8;
const TABLE_TYPE = 'import("svclib/pandas_td/ipython").MagicTable';
/** Names that kernels keep for themselves, though they are no global variables. */
const KERNEL_NAMES = new Set(["exports", "module", "require", "tslab"]);

/**
 * Makes a database the current one and each of its tables a variable of the notebook: what `%svc_use` runs. Shows the tables with their rows, the time of the newest one and their columns: as a table, and as a line each where only text is shown. A
 * table is not bound when its name can't be a variable's or is taken by something else, also by what a variable was given since; all are in
 * the variable `magic_tables`.
 *
 * @throws UsageError when there is no such database; the current one stays.
 */
export async function svc_use(database: string, options: ListingOptions = {}): Promise<void> {
  const records = await listTables(database, options);
  const tables: Record<string, MagicTable> = Object.create(null) as Record<string, MagicTable>;
  const lines: string[] = [];
  for (const record of records) {
    const table = new MagicTable(record);
    tables[table.name] = table;
    const problem = whyNotBound(table.name);
    if (problem === null) bind(table.name, table, TABLE_TYPE);
    lines.push(
      problem === null
        ? `INFO: import ${table.name}: ${table.count} row${table.count === 1 ? "" : "s"}; ${columnsText(table)}`
        : `WARNING: ${table.name} ${problem}; use magic_tables[${JSON.stringify(table.name)}]`,
    );
  }
  const problem = whyNotBound("magic_tables");
  if (problem === null) bind("magic_tables", tables, `Record<string, ${TABLE_TYPE}>`);
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

/** The tables with their rows, the time of the newest one and their columns; what is not bound below it. */
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
  const more = listed.length - MOST_COLUMNS;
  const shown = more > 1 ? [...listed.slice(0, MOST_COLUMNS), `${more} more columns`] : listed;
  return shown.join(", ");
}

async function listTables(database: string, options: ListingOptions): Promise<readonly TableRecord[]> {
  const { connection = magic_context.connect(), ...rest } = options;
  if (database.trim() === "") throw new UsageError("%svc_use: database_name is missing");
  try {
    return await connection.list_tables(database, rest);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    const names = (await connection.list_databases(rest)).map(({ name }) => name);
    const nearest = nearestName(database, names);
    const hint = nearest === null ? "%svc_databases lists those that there are" : `did you mean ${nearest}?`;
    throw new UsageError(`there is no database ${database}; ${hint}`, { cause: error });
  }
}

function bind(name: string, value: unknown, type: string): void {
  host().bind(name, value, type);
  magic_context.tables.set(name, value);
}

/** Null when the name is free, or still holds what an earlier `%svc_use` gave it. */
function whyNotBound(name: string): string | null {
  if (!isIdentifier(name) || name.startsWith("__")) return "can't be the name of a variable";
  const variable = host().variable(name);
  if (variable === null)
    return name in globalThis || KERNEL_NAMES.has(name) ? "would hide something of that name" : null;
  return magic_context.tables.has(name) && variable.value === magic_context.tables.get(name)
    ? null
    : "is a variable of yours, which is left as it is";
}
