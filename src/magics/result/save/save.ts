// This folder: a result in a file: CSV, JSON, Parquet, Arrow.

import { extname } from "node:path";
import { timeZoneOf } from "../../../core/table/columns/column-display.ts";
import { DateColumn } from "../../../core/table/columns/date-column.ts";
import { replaceFile } from "../../../core/files/replace-file.ts";
import type { Table, TableSource } from "../../../core/table/table.ts";
import { counted, countText } from "../../display/number-text.ts";
import { say } from "../../notebook-host.ts";
import { Misfit } from "../../../core/parquet/misfit.ts";
import { keepColumns, plainRows } from "../replace-columns.ts";
import { set_timezone } from "../set-timezone.ts";
import { time_index } from "../time-index.ts";
import { time_to_date } from "../time-to-date.ts";
import { formatOfEnding } from "./file-formats.ts";
import { writeResultFile } from "./write-result.ts";

/**
 * Write a table to a file and report it in one line. The file name's extension sets the format: `.csv` (and any other: CSV with a header;
 * `.tsv` with tabs), `.jsonl` or `.ndjson` (one JSON object per line), `.json` (a list of them), `.parquet`, `.arrow` (Arrow's IPC stream).
 *
 * Index columns are written first, like other columns; the default integer index is not written. The file is replaced atomically, and
 * keeps its mode and owner. Symbolic links are followed.
 *
 * @param table - A table, or the tables of a result as they arrive, such as `client.stream(sql)`, with only a few in memory: dates and the
 * column `time` are converted as by {@link time_to_date} and {@link time_index}, but in Arrow stay as the service wrote them. A job's result is read again from the start if a later
 * value does not fit its column's type, which is then written as text.
 * @param path - A leading `~` is the home folder.
 * @param options.timezone - For a result that arrives: time zone of its column `time`.
 * @throws UsageError when the file can't be written, or the path is not a file.
 */
export async function save(
  table: Table | AsyncIterable<Table>,
  path: string,
  options: { readonly timezone?: string } = {},
): Promise<void> {
  let total = 0;
  const onSource = (source: TableSource | null): void => {
    total = source?.rows ?? 0;
  };
  const whole = !(Symbol.asyncIterator in table);
  const format = formatOfEnding(extname(path));
  const rows = await saveParts(
    path,
    whole,
    (asText) => {
      if (whole) return [indexFirst(plainRows(table))];
      return format === "arrow" ? table : shownParts(table, asText, options.timezone, onSource);
    },
    format,
  );
  const of = total > rows ? `${countText(rows)} of ` : "";
  say(`INFO: saved ${of}${counted(Math.max(rows, total), "row")} to ${path}`);
}

/**
 * Writes a result to a file, which is replaced when it is complete, in the format of its name's ending.
 *
 * @param read - The result's tables in order. Called again, with one more column to write as text, after a value that its column's type
 * can't hold.
 * @param whole - The first table has all rows.
 * @returns the number of rows written.
 */
export async function saveParts(
  path: string,
  whole: boolean,
  read: (asText: Set<string>) => Iterable<Table> | AsyncIterable<Table>,
  format = formatOfEnding(extname(path)),
): Promise<number> {
  const asText = new Set<string>();
  let rows = 0;
  const counting = async function* (): AsyncGenerator<Table> {
    rows = 0;
    for await (const table of read(asText)) {
      rows += table.numRows();
      yield table;
    }
  };
  await replaceFile(path, async (file) => {
    for (;;) {
      try {
        await writeResultFile(counting(), file, format, asText, whole);
        return;
      } catch (error) {
        if (!(error instanceof Misfit) || error.column === null || asText.has(error.column)) throw error;
        asText.add(error.column);
      }
    }
  });
  return rows;
}

/**
 * Converts a result's tables as magics do. All get the date columns and time zones of the first table.
 *
 * @param asText - Columns to keep as the service wrote them; columns other than dates in the first table are added.
 * @throws Misfit for a date column with other values, or another zone, in a later table.
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
    const zoneList = zonesOf(dated);
    if (zones === null) for (const name of dated.columnNames()) if (!zoneList.has(name)) others.add(name);
    zones ??= zoneList;
    for (const [name, zone] of zones) if (zoneList.get(name) !== zone) throw new Misfit(zone, name);
    const indexed = time_index(dated);
    const zoned = timezone !== undefined && (part === dated || indexed.index.length > 0);
    yield indexFirst(zoned ? set_timezone(indexed, timezone) : indexed);
  }
}

/** The date columns, with their time zones. */
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
