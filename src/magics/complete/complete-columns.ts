/** A place at the end of a text where a column's name is being typed. */
export interface ColumnPlace {
  readonly table: string;
  /** Fields before it: the column of a nested row, and rows in that; empty for a column. */
  readonly fields: readonly string[];
  /** Typed part of the column's name. */
  readonly prefix: string;
}

const NAME = "[\\p{ID_Start}$_][\\p{ID_Continue}$]*";
const TABLE = `(?<![\\p{ID_Continue}$.])(${NAME})\\s*\\.\\s*`;
const NAMED = "(?:array|get|getter|column|groupby|orderby|select|dedupe|fold|unroll|impute|pivot|spread)";
/** `df.groupby("origin", "de`. */
const IN_TEXT = new RegExp(
  `${TABLE}${NAMED}\\(\\s*(?:\\[?["'][^"'()]*["']\\s*,\\s*)*\\[?(?:desc\\(\\s*)?["']([^"'()]*)$`,
  "u",
);

/** `df.derive({ late: (d) => d.de`, `df.filter((d) => d.place.ci`. */
const IN_ROW = new RegExp(
  `${TABLE}(?:derive|filter|rollup|groupby|orderby)\\((?:(?!;)[^])*?[\\s(,:](${NAME})\\s*(?:,\\s*${NAME}\\s*)?\\)?\\s*=>(?:(?!=>|;)[^])*?(?<![\\p{ID_Continue}$.])\\2\\.((?:${NAME}\\.)*)((?:${NAME})?)$`,
  "u",
);

/** The place if a column can be named at the end of the text; else null. */
export function columnPlace(before: string): ColumnPlace | null {
  const text = IN_TEXT.exec(before);
  if (text !== null) return { table: text[1] ?? "", fields: [], prefix: text[2] ?? "" };
  const row = IN_ROW.exec(before);
  if (row === null) return null;
  const [, table = "", , path = "", prefix = ""] = row;
  return { table, fields: path.split(".").slice(0, -1), prefix };
}
