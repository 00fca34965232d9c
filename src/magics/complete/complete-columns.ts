/** The end of a text where the name of a table's column is being typed. */
export interface ColumnPlace {
  /** Name of the variable that holds the table. */
  readonly table: string;
  /** What is typed of the column's name. */
  readonly typed: string;
}

const NAME = "[\\p{ID_Start}$_][\\p{ID_Continue}$]*";
const TABLE = `(?<![\\p{ID_Continue}$.])(${NAME})\\s*\\.\\s*`;
const NAMED = "(?:array|get|getter|column|groupby|orderby|select|dedupe|fold|unroll|impute|pivot|spread)";
/** `df.groupby("origin", "de`. */
const IN_TEXT = new RegExp(
  `${TABLE}${NAMED}\\(\\s*(?:\\[?["'][^"'()]*["']\\s*,\\s*)*\\[?["']([^"'()]*)$`,
  "u",
);
/** `df.derive({ late: (d) => d.de`. */
const IN_ROW = new RegExp(
  `${TABLE}(?:derive|filter|rollup|groupby|orderby)\\((?:(?!;)[^])*?[\\s(,:](${NAME})\\s*(?:,\\s*${NAME}\\s*)?\\)?\\s*=>(?:(?!=>|;)[^])*?(?<![\\p{ID_Continue}$.])\\2\\.((?:${NAME})?)$`,
  "u",
);

/** Where a column of a table can be named behind a text; null elsewhere. */
export function columnPlace(before: string): ColumnPlace | null {
  const text = IN_TEXT.exec(before);
  if (text !== null) return { table: text[1] ?? "", typed: text[2] ?? "" };
  const row = IN_ROW.exec(before);
  return row === null ? null : { table: row[1] ?? "", typed: row[3] ?? "" };
}
