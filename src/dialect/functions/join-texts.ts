import type { Typed } from "../analyze/typed.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** Joins the non-null texts of a list; null if there are none. The engine's own function takes only constant separators. */
export const joinTexts = (list: Sql, { sql, constant }: Typed): Sql =>
  typeof constant === "string"
    ? engine`array_to_string(${list}, ${sql})`
    : engine`~join_texts(${list}, ${sql})`;
