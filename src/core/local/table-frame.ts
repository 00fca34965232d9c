import { ConfigError } from "../errors.ts";
import type { Column } from "../table/table.ts";
import { valueInError } from "../text/visible-text.ts";
import { frameOf, type Frame, type FrameInput } from "../write/frame.ts";
import { typeOfColumn } from "./type-of-column.ts";

/**
 * What stands in FROM, by column.
 *
 * @param name - In errors; null when it is not known.
 * @throws ConfigError for what is no table, and for one without columns
 */
export function tableFrame(name: string | null, input: FrameInput): Frame {
  let frame: Frame;
  try {
    frame = frameOf(input);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ConfigError(
      `${name ?? "it"} is no table, so it can't stand in FROM: it is ${valueInError(input)}; a table, or a list of row objects can`,
      { cause },
    );
  }
  if (frame.rowCount === 0 && "columnNames" in input) {
    // The filtered rows still tell what the columns hold.
    const columns = frame.columns.map((column) => ({
      ...column,
      type: column.type ?? typeOfColumn(input.column(column.name) as Column),
    }));
    frame = { ...frame, columns };
  }
  if (frame.columns.length === 0)
    throw new ConfigError(`the table ${name === null ? "" : `${name} `}has no columns`);
  return frame;
}
