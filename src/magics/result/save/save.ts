import { extname } from "node:path";
import { timeZoneOf } from "../../../core/table/columns/column-time-zone.ts";
import { DateColumn } from "../../../core/table/columns/date-column.ts";
import { replaceFile } from "../../../core/files/replace-file.ts";
import type { Table, TableSource } from "../../../core/table/table.ts";
import { say } from "../../notebook-host.ts";
import { keepColumns } from "../keep-columns.ts";
import { Misfit } from "./misfit.ts";
import { plainRows } from "../plain-rows.ts";
import { set_timezone } from "../set-timezone.ts";
import { time_index } from "../time-index.ts";
import { time_to_date } from "../time-to-date.ts";
import { writeCsv } from "./write-csv.ts";
import { writeJsonLines } from "./write-json-lines.ts";

/** What is written: one table, or those of one result, in order. */
type Parts = Iterable<Table> | AsyncIterable<Table>;

/**
 * Writes a table to a file and says so in one line. The name's ending decides the format: `.csv` (and any other: CSV with a header; `.tsv`
 * with tabs), `.jsonl`, `.ndjson` or `.json` (one JSON object per line), `.parquet`.
 *
 * Index columns are written like other columns, in front; the default integer index is not written. The file appears when it is complete;
 * what was there before stays until then, and the new file has its mode and owner. A link is followed.
 *
 * @param table - A table as it is; or the tables of a result as they arrive, such as `client.stream(sql)`, of which memory holds a few:
 * dates and the column `time` are written as {@link time_to_date} and {@link time_index} make them. A job's result is read again from its
 * beginning where a later value shows that a column can't have the form that it began with; it is written as text then.
 * @param path - `~` at its beginning is the home folder.
 * @param options.timezone - Of a result that arrives: zone in which its column `time` is written.
 * @throws UsageError when the file can't be written, or when what is there is no file.
 */
export async function save(
  table: Table | AsyncIterable<Table>,
  path: string,
  options: { readonly timezone?: string } = {},
): Promise<void> {
  const ending = extname(path).toLowerCase();
  /** Columns that are written as text. */
  const asText = new Set<string>();
  let rows = 0;
  let total = 0;
  const onSource = (source: TableSource | null): void => {
    total = source?.rows ?? 0;
  };
  await replaceFile(path, async (file) => {
    for (;;) {
      const arrives = Symbol.asyncIterator in table;
      const parts = arrives
        ? shownParts(table, asText, options.timezone, onSource)
        : [indexFirst(plainRows(table))];
      try {
        rows = await write(parts, file, ending, asText, !arrives);
        return;
      } catch (error) {
        if (!(error instanceof Misfit) || error.column === null || asText.has(error.column)) throw error;
        asText.add(error.column);
      }
    }
  });
  say(`INFO: saved ${rows}${total > rows ? ` of ${total}` : ""} rows to ${path}`);
}

/** @returns how many rows were written. */
async function write(
  tables: Parts,
  path: string,
  ending: string,
  asText: ReadonlySet<string>,
  whole: boolean,
): Promise<number> {
  let rows = 0;
  const counted = async function* (): AsyncGenerator<Table> {
    for await (const table of tables) {
      rows += table.numRows();
      yield table;
    }
  };
  if (ending === ".parquet") {
    const { writeParquet } = await import("./write-parquet.ts");
    await writeParquet(counted(), path, asText, whole);
  } else if ([".jsonl", ".ndjson", ".json"].includes(ending)) {
    await writeJsonLines(counted(), path);
  } else {
    await writeCsv(counted(), path, ending === ".tsv" ? "\t" : ",");
  }
  return rows;
}

/**
 * The tables of a result as magics show them. All have the same columns of dates, in the same zones: those of the first table.
 *
 * @param asText - Columns that stay as the service wrote them; those that are no dates in the first table are put to them.
 * @throws Misfit for a column of dates that has other values, or another zone, in a later table.
 */
async function* shownParts(
  parts: AsyncIterable<Table>,
  asText: ReadonlySet<string>,
  timezone: string | undefined,
  onSource: (source: TableSource | null) => void,
): AsyncGenerator<Table> {
  let zones: ReadonlyMap<string, string | null> | null = null;
  const others = new Set(asText);
  for await (const part of parts) {
    onSource(part.source);
    const dated = time_to_date(part, others);
    const found = zonesOf(dated);
    if (zones === null) for (const name of dated.columnNames()) if (!found.has(name)) others.add(name);
    zones ??= found;
    for (const [name, zone] of zones) if (found.get(name) !== zone) throw new Misfit(zone, name);
    const indexed = time_index(dated);
    const zoned = timezone !== undefined && (part === dated || indexed.index.length > 0);
    yield indexFirst(zoned ? set_timezone(indexed, timezone) : indexed);
  }
}

/** The columns of dates, with their zones. */
function zonesOf(table: Table): ReadonlyMap<string, string | null> {
  const zones = new Map<string, string | null>();
  for (const [name, column] of Object.entries(table.data()))
    if (column instanceof DateColumn) zones.set(name, timeZoneOf(column));
  return zones;
}

function indexFirst(table: Table): Table {
  const others = table.columnNames().filter((name) => !table.index.includes(name));
  return keepColumns(table, [...table.index, ...others]);
}
