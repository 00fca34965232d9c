import {
  isDisplayable,
  JUPYTER_DISPLAY,
  METADATA,
  type MimeBundle,
} from "../../magics/display/displayable.ts";
import { isAnyTable } from "../../magics/display/table/any-table.ts";
import type { ChildLibrary } from "./child-library.ts";

/** Content of a message that displays a bundle. @param displayId - For later updates. */
export function displayContent(data: MimeBundle, displayId?: string) {
  const transient = displayId === undefined ? {} : { display_id: displayId };
  return { data, metadata: data[METADATA] ?? {}, transient };
}

/**
 * The output of a cell's value: its own by Deno's protocol for displays, or that of a table, of any copy of Arquero; null for other values,
 * which the real kernel shows.
 */
export async function showValue(
  value: unknown,
  load: () => ChildLibrary | Promise<ChildLibrary>,
): Promise<MimeBundle | null> {
  if (isDisplayable(value)) {
    const show = value[JUPYTER_DISPLAY] as () => unknown;
    const bundle = await show.call(value);
    if (typeof bundle === "object" && bundle !== null) return bundle as MimeBundle;
  }
  return isAnyTable(value) ? (await load()).bundle(value) : null;
}
