/** Sums of doubles differ in their last digits with the order of addition. */
const RELATIVE = 1e-9;

/**
 * The rows with each number that agrees with the other's at its place replaced by that, so that what is left of a difference is one.
 *
 * @param types - The service's types of the columns. A decimal is a decimal in Presto after division and in averages too, rounded to the
 * digits of its type, where DuckDB has a double: half of the last digit is no difference.
 * @param rounded - How many rounded values make one.
 */
export function alikeRows(
  rows: readonly (readonly unknown[])[],
  other: readonly (readonly unknown[])[],
  types: readonly string[],
  rounded = 1,
): unknown[][] {
  const steps = types.map((type) => {
    const scale = /^decimal\(\d+, ?(\d+)\)$/.exec(type)?.[1];
    return scale === undefined ? 0 : 0.5 * rounded * 10 ** -Number(scale);
  });
  return rows.map((row, at) =>
    row.map((value, column) => {
      const theirs = other[at]?.[column];
      return isNear(value, theirs, steps[column] ?? 0) ? theirs : value;
    }),
  );
}

function isNear(a: unknown, b: unknown, step: number): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= step + RELATIVE * Math.max(1, Math.abs(b));
}
