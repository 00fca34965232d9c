import { ConfigError } from "../errors.ts";
import { NullableColumn } from "../table/columns/nullable-column.ts";
import type { Column } from "../table/table.ts";
import type { FrameInput } from "../write/frame.ts";
import { tableFrame } from "./table-frame.ts";
import { typeOfColumn } from "./type-of-column.ts";

/** A column as SQL over this process's tables sees it. */
export interface NotebookColumn {
  readonly name: string;
  /** Its service type; null when that needs a look at very many values. */
  readonly type: string | null;
}

/** Lists of more rows are not looked at, nor columns of more values that can hold anything. */
const MAX_VALUES = 50_000;

/** Tables never change. */
const cache = new WeakMap<object, readonly NotebookColumn[]>();

/** The columns of a value that can stand in FROM; null for another value, and for a very long list of rows. */
export function localColumns(input: unknown): readonly NotebookColumn[] | null {
  if (typeof input !== "object" || input === null) return null;
  const earlier = cache.get(input);
  if (earlier !== undefined || (Array.isArray(input) && input.length > MAX_VALUES)) return earlier ?? null;
  try {
    const { columns, rowCount } = tableFrame(null, input as FrameInput);
    const isQuick = (values: Column): boolean =>
      rowCount <= MAX_VALUES || !Array.isArray(values instanceof NullableColumn ? values.values : values);
    const described = columns.map(({ name, values, type }) => ({
      name,
      type: type ?? (isQuick(values) ? typeOfColumn(values) : null),
    }));
    if (!Array.isArray(input)) cache.set(input, described);
    return described;
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
