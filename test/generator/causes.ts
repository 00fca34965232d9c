import { node, type Node, type Part } from "./node.ts";
import { presto } from "./presto.ts";
import { simplest } from "./vocabulary.ts";

/** The statement without the cause of a known difference: both engines must then agree. */
export type Without = (statement: Node) => Node;

/** Rebuilds a statement from its smallest parts upwards. */
export function rewrite(at: Node, change: (at: Node) => Node): Node {
  return change({ ...at, parts: at.parts.map((part) => (typeof part === "string" ? part : rewrite(part, change))) });
} // prettier-ignore

/** Replaces columns and literals. */
export const leaves = (pattern: RegExp, to: string): Without =>
  (statement) => rewrite(statement, (at) =>
    at.parts.length === 1 && typeof at.parts[0] === "string" && pattern.test(at.parts[0])
      ? { ...at, parts: [at.parts[0].replace(pattern, to)] }
      : at); // prettier-ignore

/** Replaces the text around the arguments of calls, and the calls' arguments. */
export const calls = (name: RegExp, change: (parts: readonly Part[]) => readonly Part[]): Without =>
  (statement) => rewrite(statement, (at) =>
    typeof at.parts[0] === "string" && at.parts.length > 1 && name.test(at.parts[0])
      ? { ...at, parts: change(at.parts) }
      : at); // prettier-ignore

/** Changes the arguments of calls at the given places; all of them by default. */
export const argumentsOf = (name: RegExp, change: (argument: Node) => Node, which = (place: number) => place >= 0): Without =>
  calls(name, (parts) => {
    let place = -1;
    return parts.map((part) => {
      if (typeof part === "string" || part.sort === "clause") return part;
      place++;
      return which(place) ? change(part) : part;
    });
  }); // prettier-ignore

export const around = (before: string, after: string) => (at: Node): Node => node(at.sort, before, at, after); // prettier-ignore

export const all = (...some: readonly Without[]): Without =>
  (statement) => some.reduce((at, without) => without(at), statement); // prettier-ignore

const AGGREGATES = new Set([...presto.aggregates, ...presto.windows].map(({ name }) => name));
const isGrammar = (sort: string): boolean =>
  /^(statement|select|query.*|with|order|clause|item|relation|list|lambda|values)$/.test(sort);

/** Null instead of an error in every value: one that is needed then differs from a right one. */
export const errors: Without = (statement) =>
  rewrite(statement, (at) => (isScalar(at) ? node(at.sort, "try(", at, ")") : at));

/** A call or an operation; no column, no literal, no condition of a join. */
function isScalar({ sort, parts }: Node): boolean {
  const [first] = parts;
  return (
    parts.length > 1 &&
    typeof first === "string" &&
    !isGrammar(sort) &&
    !AGGREGATES.has(/^\w*(?=\()/.exec(first)?.[0] ?? "") &&
    !parts.some((part) => typeof part === "string" && /\bSELECT\b| OVER /.test(part))
  );
}

/** NaN and infinities in columns and literals. */
export const notFinite = all(
  leaves(/^(?:\w+\.)?[dr]$/, "if(is_finite($&), $&)"),
  leaves(/^nan\(\)$/, "1e0"),
  leaves(/^-?infinity\(\)$/, "2e0"),
  leaves(/^real 'NaN'$/, "real '1'"),
  leaves(/^'(NaN|Infinity)'$/, "'3'"),
);

/** Numbers beside which others are lost in sums of doubles. */
export const extremes = all(
  leaves(/^(\w+\.|)x$/, "$1n"),
  leaves(/^(\w+\.|)de$/, "cast($1si as decimal(10,2))"),
  leaves(/^(9223372036854775807|1e300|99999999.99|12345678901234567890.123456789)$/, "12"),
);

export const finerThanMicroseconds = calls(/^from_unixtime_nanos\($/, ([open, argument]) => [
  `cast(${open as string}`,
  around("", " / 1000 * 1000")(argument as Node),
  ") as timestamp(6) with time zone)",
]);

export const orderOfEntries = calls(/^map_(keys|values|entries)\($/, (parts) => [
  "array_sort(",
  ...parts,
  ")",
]);

/** Maps as keys of a map, which are texts in its JSON. */
export const mapsAsKeys = calls(/^histogram\(/, (parts) => ["cardinality(", ...parts, ")"]);

/** Values of a map union, of which either engine keeps any. */
export const valuesOfUnions = calls(/^map_union\(/, (parts) => [
  "transform_values(",
  ...parts,
  ", (k, v) -> 1)",
]);

/** Of nulls inside arrays and maps too. */
export const nullsByKey = argumentsOf(
  /^(max|min)_by\(/,
  (at) => {
    const [open, close] = at.sort.startsWith("array(") ? ["filter(", ", v0 -> v0 is not null)"]
      : at.sort.startsWith("map(") ? ["map_filter(", ", (k0, v0) -> v0 is not null)"]
      : ["", ""]; // prettier-ignore
    return node(at.sort, `${open}coalesce(`, at, `, ${simplest(presto, at.sort) ?? "null"})${close}`);
  },
  (place) => place === 0,
);

/** A count of extremes that varies by row. */
export const variedCounts = all(
  argumentsOf(
    /^(max|min)\(/,
    (at) => node(at.sort, "2"),
    (place) => place === 1,
  ),
  argumentsOf(
    /^(max|min)_by\(/,
    (at) => node(at.sort, "2"),
    (place) => place === 2,
  ),
);

export const timesBefore1970: Without = (statement) =>
  rewrite(statement, (at) => {
    const [open, value, as] = at.parts;
    const is = open === "cast(" && typeof as === "string" && / as time\(\d\)\)$/.test(as);
    return is ? { ...at, parts: [open, around("greatest(", ", timestamp '1970-01-02 00:00:00')")(value as Node), as] } : at;
  }); // prettier-ignore

export const leavingFrames = argumentsOf(
  /^(avg|sum)\(/,
  (at) => node(at.sort, "if(is_finite(", at, "), ", at, ")"),
  (place) => place === 0,
);

/** IN as comparisons with each item. */
export const membership = calls(/^\($/, (parts) => {
  const [open, value, sign, ...items] = parts;
  if (sign !== " in (" && sign !== " not in (") return parts;
  const [compares, joins] = sign === " in (" ? [" = ", " or "] : [" <> ", " and "];
  const each = items.filter((item) => typeof item !== "string").flatMap((item, i) => [...(i === 0 ? [] : [joins]), value!, compares, item]); // prettier-ignore
  return [open!, ...each, ")"];
});

export const spacesAroundNumbers = leaves(/^' 1'$/, "'1'");
/** Text behind what could be a JSON value. */
export const textBehindJson = calls(/^human_readable_seconds\(/, (parts) => ["concat('x', ", ...parts, ")"]);

/** An operand of CASE that no engine knows to be the same as the values that it is compared with. */
export const comparedCases = argumentsOf(
  /^case $/,
  around("if(random() >= 0, ", ")"),
  (place) => place === 0,
);

export const brokenJson = leaves(/^'\[1'$/, "'[1]'");
export const digitsToRound = argumentsOf(
  /^round\($/,
  (at) => node(at.sort, "greatest(least(", at, ", 300), -300)"),
  (place) => place === 1,
);
export const otherLetters = argumentsOf(
  /^regexp_\w+\($/,
  around("translate(", ", 'ünïcode☃日本語ßÉ😀é', 'unicode~~~~sE~e')"),
  (place) => place === 0,
);
export const precisionOfSequences = calls(/^sequence\($/, (parts) => [
  "cast(",
  ...parts,
  " as array(timestamp(3)))",
]);

export const bytesOfDoubles = calls(/^to_ieee754_\d\d\($/, (parts) => ["(", ...parts.slice(1)]);

/** Functions of doubles without their last digits. */
export const roundedFunctions = calls(/^(cbrt|exp|ln|log\d*|pow(er)?)\($/, (parts) => [
  "round(",
  ...parts,
  ", 9)",
]);

const ZONE = /(?:UTC|Asia\/\w+|America\/New_York|Europe\/London|[+-]\d\d:\d\d)'/.source;

/** All times in one zone. */
export const severalZones = all(
  leaves(new RegExp(`^timestamp '(.*) ${ZONE}$`), "timestamp '$1 UTC'"),
  leaves(new RegExp(`^'${ZONE}$`), "'UTC'"),
  leaves(new RegExp(`^(with_timezone\\(.*, )'${ZONE}\\)$`), "$1'UTC')"),
);

export const shiftsPastBits = argumentsOf(
  /^bitwise_right_shift\($/,
  (at) => node(at.sort, "if(", at, " between 0 and 100, ", at, ")"),
  (place) => place === 1,
);

export const unsortedBins = argumentsOf(
  /^width_bucket\($/,
  (at) => (at.sort === "array(double)" ? node(at.sort, "array_sort(filter(", at, ", v0 -> is_finite(v0)))") : at), // prettier-ignore
  (place) => place === 1,
);
