import { strftime } from "../dates/strftime.ts";
import { ConfigError } from "../errors.ts";
import { frameOf, type FrameInput } from "./frame.ts";
import { uploadColumn, type UploadColumn } from "./columns/upload-column.ts";
import { withTimeAndIndex, type TimeAndIndex } from "./with-time-and-index.ts";

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
