import type { Typed } from "../analyze/typed.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** The texts of a list with a separator between them, nulls left out; null where there are none. The engine's own function takes constant separators only. */
export const joinTexts = (list: Sql, { sql, constant }: Typed): Sql =>
  typeof constant === "string"
    ? engine`array_to_string(${list}, ${sql})`
    : engine`~join_texts(${list}, ${sql})`;
