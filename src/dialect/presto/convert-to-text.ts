import { bindOnce } from "../analyze/bind-once.ts";
import type { Translation } from "../analyze/translation.ts";
import { type Typed, withSql, withType } from "../analyze/typed.ts";
import { valueAsText } from "../analyze/value-as-text.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";
import { isInteger, isText, type Type, VARCHAR } from "../types/type.ts";

type TextType = Extract<Type, { kind: "varchar" | "char" }>;

/** A cast to VARCHAR or CHAR; null if there is none. */
export const convertToText = (t: Translation, value: Typed, to: TextType, pos: number): Typed | null =>
  isText(value.type) ? withLength(value, value.sql, to) : valueText(t, value, to, pos);

/** A text cut, and as CHAR filled, to the type's length. */
function withLength(value: Typed, text: Sql, to: TextType): Typed {
  const from = value.type;
  const keeps =
    to.kind === "varchar" &&
    (to.length === null || ("length" in from && from.length !== null && from.length <= to.length));
  const cut = keeps ? text : engine`left(${text}, ${to.length!})`;
  return withSql(value, to.kind === "char" ? engine`rpad(${cut}, ${to.length}, ' ')` : cut, to);
}

/** Other values as text; they are never cut to a VARCHAR's length, and never CHAR. */
function valueText(t: Translation, { sql, type: from }: Typed, to: TextType, pos: number): Typed | null {
  if (to.kind === "char") return null;
  const text =
    from.kind === "boolean" || isInteger(from) ? engine`CAST(${sql} AS VARCHAR)`
    : from.kind === "double" ? engine`~scientific_text(${sql})`
    // Always seven digits.
    : from.kind === "real" ? engine`~scientific_text(CAST(printf('%.6e', CAST(${sql} AS DOUBLE)) AS DOUBLE))`
    : valueAsText(t, sql, from); // prettier-ignore
  if (text === null || to.length === null) return text && withLength(withType(sql, from), text, to);
  const { length } = to;
  const checked = bindOnce([withType(text, to)], (x) => {
    const message = engine`'Value ' || ${x} || ${literal(` cannot be represented as varchar(${length})`)}`;
    const failure = t.failing(message, pos, VARCHAR, "INVALID_CAST_ARGUMENT");
    return engine`(CASE WHEN length(${x}) > ${length} THEN ${failure} ELSE ${x} END)`;
  });
  return withType(checked, to);
}
