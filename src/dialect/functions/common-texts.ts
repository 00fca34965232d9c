import { bindOnce, isPlain } from "../analyze/bind-once.ts";
import type { Typed } from "../analyze/typed.ts";
import type { CallContext } from "./function-table.ts";
import { engine, type Sql } from "../sql/tree.ts";

/** Joins the non-null texts of a list; null if there are none. The engine's own function takes only constant separators. */
export const joinTexts = (list: Sql, { sql, constant }: Typed): Sql =>
  typeof constant === "string"
    ? engine`array_to_string(${list}, ${sql})`
    : engine`~join_texts(${list}, ${sql})`;

/** `replace(text, old, new)`. If the new text is longer, the library's macro limits the result, as the engine does not limit text memory. */
export function replaceText({ args }: CallContext): Sql {
  const [text, old, fresh] = args as [Typed, Typed, Typed];
  if (typeof old.constant === "string" && old.constant !== "" && typeof fresh.constant === "string") {
    const grows = Buffer.byteLength(fresh.constant) > Buffer.byteLength(old.constant);
    if (!grows) return engine`replace(${text.sql}, ${old.sql}, ${fresh.sql})`;
  }
  return bindOnce(
    [text, old, fresh],
    (s, o, n) => engine`~replace_all(${s}, ${o}, ${n})`,
    // The macro uses each several times.
    ({ sql }) => !isPlain(sql),
  );
}
