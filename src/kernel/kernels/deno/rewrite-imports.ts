import type { CellSource } from "../../../magics/cell/source/source.ts";
import type { Edit } from "../../../magics/cell/source/edited.ts";

/**
 * Replaces the names of modules that a cell imports; line numbers stay.
 *
 * @param resolve - Maps a name as written; null keeps it.
 */
export const rewriteImports = ({ imports }: CellSource, resolve: (name: string) => string | null): Edit[] =>
  imports.flatMap(({ name, start, end }) => {
    const resolved = resolve(name);
    return resolved === null ? [] : [{ start, end, text: JSON.stringify(resolved) }];
  });
