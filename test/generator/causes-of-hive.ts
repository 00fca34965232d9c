import { all, argumentsOf, around, calls, leaves, rewrite, type Without } from "./causes.ts";
import { node } from "./node.ts";

/** NaN in columns and literals. */
export const notNumbers = all(
  leaves(/^(?:\w+\.)?[dr]$/, "if($& = cast('NaN' as double), 1, $&)"),
  leaves(/^cast\('NaN' as double\)$/, "1.0D"),
  leaves(/^'NaN'$/, "'1'"),
);

/** NaN and infinities in columns and literals. */
export const notFinite = all(
  leaves(/^(?:\w+\.)?[dr]$/, "if($& = cast('NaN' as double) or abs($&) = cast('Infinity' as double), 2, $&)"),
  leaves(/^cast\('(NaN|Infinity)' as double\)$/, "2.0D"),
  leaves(/^'NaN'$/, "'1'"),
);

/** Numbers beside which others are lost in sums of doubles. */
export const extremes = all(
  leaves(/^(\w+\.|)x$/, "$1n"),
  leaves(/^(\w+\.|)de$/, "cast($1si as decimal(10,2))"),
  leaves(/^(9223372036854775807L?|1e300|99999999.99BD)$/, "12"),
);

/** Hive takes a quotient for null where an operand is, in IS NULL and COALESCE; it does not look into NVL. */
export const quotients: Without = (statement) =>
  rewrite(statement, (at) =>
    at.parts[2] === " / " || at.parts[2] === " % " || at.parts[0] === "negative(" || at.parts[0] === "(- "
      ? node(at.sort, "nvl(", at, ", null)")
      : at,
  );

/** Hive leaves out a cast to string within a cast to a number; it does not look into CONCAT. */
export const castsOfCasts: Without = (statement) =>
  rewrite(statement, (at) =>
    at.parts.at(-1) === " as string)" ? node(at.sort, "concat(", at, ", '')") : at,
  );

/** Hive reads an empty text as what the same buffer held before; a text of CONCAT has a buffer of its own. */
export const buffersOfTexts = argumentsOf(
  /^conv\($/,
  (at) => node(at.sort, "concat(", at, ", '')"),
  (place) => place === 0,
);

/** Hive counts -1 rows in an empty frame. */
export const emptyFrames = calls(/^count\(/, (parts) =>
  parts.includes(" OVER (") ? ["greatest(0L, ", ...parts, ")"] : parts,
);

export const wholeSeconds = argumentsOf(/^(from|to)_utc_timestamp\($/, (at) =>
  at.sort === "double" || at.sort === "float" ? around("cast(floor(", ") as double)")(at) : at,
);

/** Java 8 writes NaN as the character for what can't be read. */
export const wordsOfNaN = calls(/^format_number\($/, (parts) => ["replace(", ...parts, ", 'NaN', '\uFFFD')"]);

export const partsWithin = calls(/^array_slice\($/, (parts) => {
  const [open, array, comma, start, , length] = parts;
  return [open!, array!, comma!, start!, ", least(", length!, ", size(", array!, ") - ", start!, "))"];
});

export const bounds = calls(/^\($/, (parts) =>
  parts[2] === " between "
    ? ["(", parts[1]!, " >= ", parts[3]!, " and ", parts[1]!, " <= ", parts[5]!, ")"]
    : parts,
);

export const numbers = calls(/^positive\($/, (parts) => ["cast(", ...parts, " as double)"]);

/** The smallest number of its type has no absolute value, whose digits Hive masks. */
export const smallestNumbers = argumentsOf(
  /^mask_\w+_n\($/,
  (at) =>
    /int$/.test(at.sort)
      ? node(at.sort, "if(hex(", at, ") in ('FFFFFFFFFFFFFF80', 'FFFFFFFFFFFF8000', 'FFFFFFFF80000000', '8000000000000000'), cast(7 as ", at.sort, "), ", at, ")") // prettier-ignore
      : at,
  (place) => place === 0,
);

/** A masked date is in the year 0, which Hive writes in several ways. */
export const yearZero: Without = (statement) =>
  rewrite(statement, (at) => {
    const [first] = at.parts;
    const is = at.sort === "date" && typeof first === "string" && first.startsWith("mask");
    return is ? node("date", "greatest(", at, ", date '1970-01-01')") : at;
  });

export const equals = calls(/^nullif\($/, ([, first, , second]) => [
  "if(",
  ...[first!, " = ", second!, ", null, ", first!],
  ")",
]);
