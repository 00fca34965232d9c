import { strftime } from "../dates/strftime.ts";
import { ConfigError } from "../errors.ts";
import { frameOf, type FrameInput, type Frame, type FrameColumn } from "./frame.ts";
import { uploadColumn, type UploadColumn } from "./columns/upload-column.ts";
import { finerUnit, readAnyTime } from "../dates/value-to-unix-ms.ts";
import { ambiguousZone } from "../../dialect/time/zone-names.ts";
import type { Column } from "../table/table.ts";

/** A frame ready for upload: valid column names, few kinds of values, a `time` column. */
export interface UploadFrame {
  readonly columns: readonly UploadColumn[];
  readonly rowCount: number;
}

export interface PrepareOptions extends TimeAndIndex {
  /** strftime pattern for `Date` columns. Default: ISO text with a blank for `T`, as precise as the column needs. */
  readonly date_format?: string | null | undefined;
}

/**
 * Prepares a frame; the caller's data is not modified.
 *
 * @param nowMs - `time` of frames without one.
 * @throws ConfigError for frames that no table can hold: clashing names, binary values, an invalid time column.
 */
export async function uploadFrame(
  input: FrameInput,
  options: PrepareOptions,
  nowMs: number,
): Promise<UploadFrame> {
  const frame = frameOf(input);
  const formatDate = options.date_format == null ? null : strftime(options.date_format);
  const source = withTimeAndIndex(frame, options, Math.floor(nowMs / 1000));
  if (frame.columns.length === 0) throw new ConfigError("the frame has no columns");
  const names = tableColumnNames(source.map(({ name }) => name));
  const columns: UploadColumn[] = [];
  for (const [i, column] of source.entries()) {
    columns.push({ ...uploadColumn(column, formatDate), name: names[i] as string });
    // A column of a million rows takes some ten ms: yield to the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { columns, rowCount: frame.rowCount };
}

/** Column name for the table: lowercase, with `_` for all but `a-z 0-9`, and without the byte order mark of a CSV file. */
function tableColumnName(name: string): string {
  return name
    .replace(/^\ufeff/, "")
    .replace(/[^A-Za-z0-9]/g, "_")
    .toLowerCase();
}

/** Column names for the table. @throws ConfigError when two become equal, or one is empty. */
function tableColumnNames(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  return names.map((name) => {
    const normal = tableColumnName(name);
    if (normal === "") throw new ConfigError("a column of the frame has an empty name; rename it");
    const other = first.get(normal);
    if (other !== undefined) {
      const hint = normal === "index" ? "; pass index: false or another index_label" : "; rename one";
      throw new ConfigError(
        `columns ${JSON.stringify(other)} and ${JSON.stringify(name)} would both be called ${normal}${hint}`,
      );
    }
    first.set(normal, name);
    return normal;
  });
}

/** How a frame's index and time become columns. */
interface TimeAndIndex {
  /** Column used as `time`. */
  readonly time_col?: string | null | undefined;
  /** Index level used as `time`; the index is then not written. */
  readonly time_index?: number | null | undefined;
  /** Write the index as columns. @default true */
  readonly index?: boolean | null | undefined;
  /** Names of the index columns; a list for a multi-level index. */
  readonly index_label?: string | readonly string[] | null | undefined;
}

/**
 * The frame's columns with a `time` column of unix seconds, and the index as ordinary columns.
 *
 * @param nowSeconds - `time` of every row if the frame has none.
 * @throws ConfigError when a named column or level does not exist, or names collide.
 */
function withTimeAndIndex(frame: Frame, options: TimeAndIndex, nowSeconds: number): FrameColumn[] {
  const timeSource = timeSourceOf(frame, options);
  const writeIndex = (options.index ?? true) && options.time_index == null;
  const data = frame.columns.filter(({ name }) => !frame.index.includes(name));
  const index = writeIndex ? indexColumns(frame, options.index_label) : [];
  const columns = [...data, ...index].filter(
    ({ name, values }) => name !== timeSource?.name || values !== timeSource.values,
  );
  if (columns.some(({ name }) => name === "time"))
    throw new ConfigError(
      timeSource === null
        ? 'index_label can\'t be "time", the name of the column of times'
        : `the frame has a column "time" beside ${JSON.stringify(timeSource.name)}; rename or drop one`,
    );
  const values =
    timeSource === null
      ? new Float64Array(frame.rowCount).fill(nowSeconds)
      : timeSeconds(timeSource.name, timeSource.values);
  return [...columns, { name: "time", values, type: "bigint" }];
}

function timeSourceOf(frame: Frame, { time_col, time_index }: TimeAndIndex): FrameColumn | null {
  if (time_col != null && time_index != null) throw new ConfigError("pass time_col or time_index, not both");
  if (time_index != null) {
    const name = frame.index[time_index];
    if (name === undefined) {
      const levels =
        frame.index.length === 0 ? "only the default integer index" : `${frame.index.length} index level(s)`;
      throw new ConfigError(
        `time_index ${time_index} is not an index level of the frame, which has ${levels}`,
      );
    }
    return frame.columns.find((column) => column.name === name)!;
  }
  const timeColumn = frame.columns.find(({ name }) => name === (time_col ?? "time"));
  if (timeColumn === undefined && time_col != null)
    throw new ConfigError(
      `time_col ${JSON.stringify(time_col)} is not in the frame; it has ${frame.columns.map(({ name }) => name).join(", ")}`,
    );
  return timeColumn ?? null;
}

function indexColumns(frame: Frame, label: TimeAndIndex["index_label"]): FrameColumn[] {
  const labels = label == null ? null : typeof label === "string" ? [label] : [...label];
  const levels: FrameColumn[] =
    frame.index.length === 0
      ? [
          {
            name: "index",
            values: Int32Array.from({ length: frame.rowCount }, (_, row) => row),
            type: "bigint",
          },
        ]
      : frame.index.flatMap((name) => frame.columns.filter((column) => column.name === name));
  if (labels === null) return levels;
  if (typeof label === "string" && levels.length > 1)
    throw new ConfigError(
      `index_label must be a list of ${levels.length} names, as the index has that many levels`,
    );
  if (labels.length !== levels.length)
    throw new ConfigError(`index_label has ${labels.length} names for ${levels.length} index level(s)`);
  return levels.map((level, i) => ({ ...level, name: labels[i] as string }));
}

/** Converts a column to values of `time`: whole unix seconds, rounded down. */
function timeSeconds(name: string, values: Column): Int32Array | Float64Array {
  // Already whole seconds.
  if (values instanceof Int32Array) return values;
  const seconds = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values.at(row);
    const unixMs = value === null || value === undefined ? null : readAnyTime(value);
    if (unixMs === null) {
      const text = typeof value === "string" ? JSON.stringify(value) : String(value);
      const finer = finerUnit(value);
      const hint =
        (finer === null ? null : `it would be ${finer}, but the service's times are seconds`) ??
        (typeof value === "string" ? ambiguousZone(value) : null) ??
        "times are unix seconds, dates, or ISO text";
      throw new ConfigError(`row ${row} of time column ${JSON.stringify(name)} is ${text}; ${hint}`);
    }
    seconds[row] = Math.floor(unixMs / 1000);
  }
  return seconds;
}
