/**
 * SQL of two values that differ if a CAST changes a value without an error. Columns of 4-byte floats round every value, and are not checked.
 *
 * @param value - SQL of the value, of type `from`.
 * @param text - The cluster's type of texts of any length.
 * @param loose - The types whose CAST from a text rounds, cuts or guesses.
 * @returns null if the CAST loses nothing so.
 */
export function changedByCast(
  value: string,
  from: string,
  to: string,
  text: "string" | "varchar",
  loose: RegExp,
): readonly [string, string] | null {
  if (/^(real|float)\b/.test(to)) return null;
  const cast = (what: string, type: string): string => `CAST(${what} AS ${type})`;
  const length = /^(?:var)?char\((\d+)\)/.exec(to)?.[1];
  if (length !== undefined) return [`substr(${cast(value, text)}, 1, ${length})`, cast(value, text)];
  if (from !== text) return [cast(cast(value, to), from), value];
  if (!loose.test(to)) return null;
  const finest = to.replace(/\(\d+\)(?= with)/, "(12)");
  if (finest !== to) return [cast(cast(value, to), finest), cast(value, finest)];
  return [digits(cast(cast(value, to), text)), digits(value)];
}

/** What is left of a number, a time or a word without its notation: signs, points, exponents, zeros on both sides. */
function digits(value: string): string {
  return `regexp_replace(regexp_replace(lower(${value}), 'e[-+0-9]+$|utc|[-+.:tz ]', ''), '^0+|0+$', '')`;
}
