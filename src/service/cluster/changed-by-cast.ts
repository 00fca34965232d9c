const NUMBER = /^(tinyint|smallint|int|integer|bigint|double|decimal)\b/;

/**
 * SQL of two values that differ if a CAST rounds a number or cuts a text. Columns of 4-byte floats round every value, and are not checked.
 *
 * @param value - SQL of the value, of type `from`.
 * @param text - The cluster's type of texts of any length.
 * @returns null if the CAST loses nothing so.
 */
export function changedByCast(
  value: string,
  from: string,
  to: string,
  text: "string" | "varchar",
): readonly [string, string] | null {
  const length = /^(?:var)?char\((\d+)\)/.exec(to)?.[1];
  if (length !== undefined) {
    const whole = `CAST(${value} AS ${text})`;
    return [`substr(${whole}, 1, ${length})`, whole];
  }
  const common = from === text ? "double" : from;
  if (!NUMBER.test(to) || !NUMBER.test(common) || common === to) return null;
  return [`CAST(CAST(${value} AS ${to}) AS ${common})`, `CAST(${value} AS ${common})`];
}
