import type { Dialect } from "../../src/dialect/dialect.ts";
import { all, brokenJson, bytesOfDoubles, comparedCases, digitsToRound, errors, extremes, finerThanMicroseconds, leavingFrames, mapsAsKeys, membership, notFinite, nullsByKey, orderOfEntries, otherLetters, precisionOfSequences, roundedFunctions, severalZones, shiftsPastBits, spacesAroundNumbers, textBehindJson, timesBefore1970, unsortedBins, valuesOfUnions, variedCounts, type Without } from "./causes.ts"; // prettier-ignore
import * as hive from "./causes-of-hive.ts";

export interface Known {
  readonly reason: string;
  /** Title of its entry in docs/dialects.md. */
  readonly row?: string;
  /** Pattern of the smallest statement. */
  readonly sql?: RegExp;
  /** The difference. */
  readonly what?: RegExp;
  /** What proves that the difference has this reason: without the cause both engines give the same answer, */
  readonly without?: Without;
  /** or the real engine gives this engine's answer to a statement of the same meaning, */
  readonly instead?: Without;
  /** or their rows are the same once they are written alike. */
  readonly plain?: (line: string) => string;
}

const SPARED = "a value that no row needs: the real engine does not evaluate it";
/** Numbers, also those in texts, are compared as numbers. */
const digits = (line: string): string => line.replaceAll('"', " ");

/** Numbers with eight digits after the point. */
const eightDecimals = (line: string): string =>
  line.replace(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, (number) => Number(number).toFixed(8));

/** Times without what is finer than a microsecond. */
const microseconds = (line: string): string =>
  line.replace(/(:\d\d)\.(\d{1,6})\d*(?=")/g, (_, second: string, part: string) => {
    const kept = part.replace(/0+$/, "");
    return kept === "" ? second : `${second}.${kept}`;
  });

/** Differences that docs/dialects.md lists, or bugs of the real engine. */
const KNOWN: Readonly<Record<Dialect, readonly Known[]>> = {
  presto: [
    { row: "arguments that Trino refuses", reason: "more than Trino: arguments of wider types", what: /^refused there only: (SYNTAX_ERROR .*Expecting: <string>|\w+ (Invalid code point|.*cannot be rendered as ISO8601)|GENERIC_USER_ERROR .*best candidate operator|FUNCTION_NOT_FOUND .*Unexpected parameters|TYPE_MISMATCH .*(Expected expression of varchar|Cannot (read input of type|cast) char|time zone.* to json))/ },
    { row: "arguments that Trino refuses", reason: "more than Trino: collections with nulls are compared", what: /^refused there only: \w+ .*(comparison not supported for|elements that are null|indeterminate)/ },
    { row: "arguments that Trino refuses", reason: "more than Trino: values of arguments that it refuses", what: /^refused there only: \w+ (line \d+:\d+: )?(The character is not mapped|integer overflow|Offset must not be null|Invalid JSON value: |Group cannot be negative|Cannot unescape|illegal state: Continued fraction|.*odd number|Range \[.*out of bounds)/ },
    { row: "errors in values that are not used", reason: "an error in a value that one engine needs and the other does not", without: errors, what: /^refused (here|there) only: (DIVISION_BY_ZERO|INVALID_(FUNCTION|CAST)_ARGUMENT|NUMERIC_VALUE_OUT_OF_RANGE)/ },
    { row: "errors in values that are not used", reason: "a wrong pattern beside an empty text, which needs none", sql: /\btry\(regexp_(split|position)\(.*'\('/, what: /^rows .*,null\] here .*,(\[""\]|-1)\]/ },
    { row: "arguments that Trino refuses", reason: "more than Trino: a group that a pattern by row lacks, where nothing matches", sql: /regexp_extract(_all)?\(/, what: /^(rows .*,null\] here .*,\[\]\]|refused there only: INVALID_FUNCTION_ARGUMENT Pattern has \d+ groups)/ },
    { row: "arguments that Trino refuses", reason: "a sum past bigint on the way to its result", sql: /\bsum\(/, what: /^refused there only: NUMERIC_VALUE_OUT_OF_RANGE bigint addition overflow/, without: extremes },
    { row: "years past 9999", reason: "intervals past 292,000 years", sql: /interval/, what: /^refused here only: NUMERIC_VALUE_OUT_OF_RANGE bigint multiplication overflow/ },
    { row: "years past 9999", reason: "years past the engine's range", sql: /from_iso8601_date\('20240115'\)/, what: /^refused here only: .*Invalid format: "20240115"/ },
    { row: "regular expressions", reason: "escapes that RE2 does not know, in a pattern that is no constant", what: /^refused here only: INVALID_FUNCTION_ARGUMENT invalid regular expression: invalid escape sequence/ },
    { row: "errors in values that are not used", reason: "an internal error of Trino in a value that is not needed here", what: /^refused there only: (GENERIC_USER_ERROR .*overflow|GENERIC_INTERNAL_ERROR (integer overflow|Millis overflow|\/ by zero))/ },
    { row: "names of errors", reason: "an overflow that is an internal error of Trino, which its TRY does not catch", sql: /\btry\(.*from_unixtime\(/, what: /^refused there only: GENERIC_INTERNAL_ERROR Millis overflow/ },
    { row: "bugs of Trino 435", reason: "a fault of Trino: an empty zone, which its TRY does not catch", sql: /\btry\(/, what: /^refused there only: GENERIC_INTERNAL_ERROR Zone id is an empty string/ },
    { row: "positions at the ends of bigint", reason: "positions at the ends of bigint", sql: /\bslice\(/, what: /^(rows .*\[.* here .*null|refused here only: NUMERIC_VALUE_OUT_OF_RANGE)/, without: extremes },
    { row: "times finer than a microsecond", reason: "times finer than a microsecond", sql: /from_unixtime_nanos/, without: finerThanMicroseconds },
    { row: "order of a map's entries, and of equal rows", reason: "order of a map's entries", sql: /map_(keys|values|entries)\(/, what: /^rows/, without: orderOfEntries },
    { row: "order of a map's entries, and of equal rows", reason: "order of a map's entries, where a map is a key", what: /^rows .*"\{[^"{}]*=/, plain: (line) => line.replace(/"\{([^"{}]*=[^"{}]*)\}"/g, (_, all: string) => `"{${all.split(", ").sort().join(", ")}}"`) },
    { row: "order of a map's entries, and of equal rows", reason: "order of a map's entries", sql: /histogram\(m\b/, what: /^rows/ },
    { reason: "distributions that Trino 435 does not have yet", what: /^refused there only: FUNCTION_NOT_FOUND .*Function '((inverse_)?(binomial|cauchy|chi_squared|f|gamma|laplace|poisson|t|weibull)_cdf|t_pdf)' not registered/ },
    { row: "last digits of doubles", reason: "quantiles, of which Trino finds nine digits after the point", sql: /\binverse_\w+_cdf\(/, what: /^rows/, plain: eightDecimals },
    { row: "bugs of Trino 435", reason: "a fault of Trino: NaN in the subquery of IN, found or not by the plan", sql: /\bIN \(SELECT\b/, what: /^rows/, without: notFinite },
    { row: "order of a map's entries, and of equal rows", reason: "order of the entries of maps that are keys", sql: /histogram\((DISTINCT )?array_histogram\(/, what: /^rows/, without: mapsAsKeys },
    { row: "bugs of Trino 435", reason: "a fault of Trino: text behind a JSON value", sql: /json_(query|value|exists)\(human_readable_seconds\(/, what: /^rows/, without: textBehindJson },
    { row: "bugs of Trino 435", reason: "a fault of Trino: items of a JSON text before its fault", sql: /json_(array_contains|array_get|extract(_scalar)?)\('\[1'/, without: brokenJson },
    { row: "bugs of Trino 435", reason: "a fault of Trino: a time past midnight that it can't write", what: /Could not serialize column/ },
    { row: "characters beyond U+FFFF in JSON", reason: "characters past the first plane in JSON, which Trino escapes", sql: /json.*[\u{10000}-\u{10ffff}]|[\u{10000}-\u{10ffff}].*json/u, what: /^rows/, plain: (line) => line.replace(/(\\+u[\da-f]{4})+/gi, (some) => JSON.parse(`"${some.replace(/\\+/g, "\\")}"`) as string) },
    { row: "last digits of doubles", reason: "the last digit of a function of doubles", sql: /\b(sin|cos|tan|a(sin|cos|tan2?)|sinh|cosh|tanh|exp|ln|log\d*|pow(er)?|cbrt|normal_cdf)\(/, what: /^rows/, plain: digits },
    { row: "last digits of doubles", reason: "the last digit of a function of doubles, of which a remainder is taken", sql: /\bcbrt\(|\b(exp|ln|log\d*|pow(er)?)\(/, what: /^rows/, without: roundedFunctions },
    { row: "last digits of doubles", reason: "the last digit of a function of doubles, as bytes", sql: /to_ieee754_\d\d\(/, what: /^rows/, without: bytesOfDoubles },
    { row: "declared lengths of varchar, in `typeof` only", reason: "precision of a sequence of times", what: /^types .*array\(timestamp\(\d\)\) here/, without: precisionOfSequences },
    { row: "last digits of doubles", reason: "sums and averages of numbers that cancel each other", sql: /\b(avg|sum|stddev\w*|var\w*|covar\w*|corr|kurtosis|skewness|regr\w*)\(/, what: /^rows/, without: extremes },
    { row: "bugs of Trino 435", reason: "a fault of Trino: several values by key, with nulls", sql: /(max|min)_by\(.*, id, /, what: /^rows/, without: nullsByKey },
    { row: "bugs of Trino 435", reason: "a fault of Trino: parts of a second of times before 1970", sql: /as time\(\d\)\)/, without: timesBefore1970 },
    { row: "`max(x, n)`, `max_by(x, y, n)`, also of min", reason: "n of several extremes that is not a constant", sql: /\b(max|min)(_by)?\(.*,/, what: /^rows .*\[/, without: all(variedCounts, nullsByKey) },
    { row: "bugs of Trino 435", reason: "a fault of Trino: DISTINCT of a constant", sql: /count\(DISTINCT ((\w+ )?'|-?\d[\d.]*(e-?\d+)?\))/, what: /^rows/ },
    { row: "bugs of Trino 435", reason: "a fault of Trino: what is compared with itself is taken for equal, also NaN and null", sql: /case (?:\w+\.)?(\w+) when .*\b\1 then|(\b\w+) in \(\2\b|nan\(\) not in \(/, what: /^rows/, without: all(comparedCases, notFinite) },
    { row: "bugs of Trino 435", reason: "a fault of Trino: spaces at the end of a reversed char", what: /Char should not have trailing spaces/ },
    { row: "years past 9999", reason: "years past 9999", what: /"(true )?\+1\d{4}-|"1\d{4}-.* here/, plain: (line) => line.replace(/\+(?=1\d{4}-)/g, "") },
    { row: "bugs of Trino 435", reason: "a fault of Trino 435, not of 476: NaN or an infinity that has left a frame", sql: /\b(avg|sum)\(.* OVER \(/, what: /^rows .*NaN/, without: leavingFrames },
    { row: "bugs of Trino 435", reason: "as Trino 476, not 435: spaces around a whole number in a text", sql: /cast\('? ?1'? as (tinyint|smallint|integer|bigint)\)|cast\(' 1' as/, what: /^rows .*null/, without: spacesAroundNumbers },
    { row: "bugs of Trino 435", reason: "a fault of Trino 435: nulls in IN beside doubles, arrays, and times finer than a millisecond", sql: /\bin \(/, what: /^rows/, instead: membership },
    { row: "bugs of Trino 435", reason: "as Trino 476, not 435: spaces around a whole number in a text, whose value divides", sql: /cast\(' 1' as/, what: /^refused here only: DIVISION_BY_ZERO/, without: all(spacesAroundNumbers, errors) },
    { row: "moments of very large values", reason: "moments of numbers past the range of a double", what: /^refused here only: .*(VAR|STDDEV|COVAR|REGR|CORR)\w*\b.* out of range!/, without: extremes },
    { row: "`max(x, n)`, `max_by(x, y, n)`, also of min", reason: "n of several extremes that is null, not positive or above 10,000", what: /n value (cannot be NULL|must be > 0)|number of values must be greater than 0|argument of (min|max)_\w+ must be/ },
    { row: "bugs of Trino 435", reason: "a fault of Trino: texts too long for CHAR", what: /^refused there only: .*Unknown type: char\(\d{5}\)/ },
    { row: "bugs of Trino 435", reason: "a fault of Trino: a null key or length", what: /^refused there only: GENERIC_INTERNAL_ERROR (Position is null|Range \[.*out of bounds)/ },
    { row: "bugs of Trino 435", reason: "more than 300 digits to round to", sql: /\bround\(/, what: /^rows .*NaN/, without: digitsToRound },
    { row: "NaN in ANY and ALL of a subquery", reason: "NaN in ANY and ALL of a subquery", sql: /\b(ANY|ALL) \(SELECT/, what: /^rows/, without: notFinite },
    { row: "arguments that Trino refuses", reason: "a JSON number past bigint as a boolean", sql: /cast\(json_parse\('12345678901234567890'\) as boolean/ },
    { row: "order of a map's entries, and of equal rows", reason: "an arbitrary map's entry", sql: /map_union/, what: /^rows/, without: valuesOfUnions },
    { row: "bugs of Trino 435", reason: "a fault of Trino: a type that it can't infer", what: /iterativeSolve does not converge/ },
    { row: "bugs of Trino 435", reason: "a fault of Trino: shifts of narrow integers, whose result has too many bits", sql: /bitwise_right_shift\(/, what: /^rows/, without: shiftsPastBits },
    { row: "times of several zones", reason: "times of several zones, in UTC where they are compared", sql: /array_(distinct|remove|union|except|intersect)\(|map_agg\(|histogram\(|DISTINCT|INTERSECT|EXCEPT/, what: /^rows/, without: severalZones },
    { row: "errors in values that are not used", reason: "bins that are not sorted, finite and known, where Trino does not look", sql: /width_bucket\(/, what: /^(rows|refused here only: INVALID_FUNCTION_ARGUMENT .*not sorted)/, without: unsortedBins },
    { row: "moments of very large values", reason: "moments of infinities", sql: /\b(stddev|var|covar|corr|kurtosis|skewness|regr)\w*\(/, what: /^rows .*(NaN|Infinity)/, without: notFinite },
    { row: "arguments that Trino refuses", reason: "more than Trino: letters that have no sound", sql: /\btry\(soundex\(/, what: /^rows/ },
    { row: "regular expressions", reason: "a class without characters, as JavaScript takes it", what: /^refused there only: \w+ empty char-class/ },
    { row: "signs of zero and NaN", reason: "the sign of a rounded zero as a divisor", sql: /\/ round\(/, what: /^rows .*Infinity/, plain: (line) => line.replace(/-(?=Infinity)/g, "") },
    { row: "bugs of Trino 435", reason: "a fault of Trino: the smallest integer divided by -1 is past its type", sql: /\//, what: /^refused here only: .*division overflow: -\d+ \/ -1/ },
    { row: "bugs of Trino 435", reason: "a fault of Trino: the occurrence of the smallest bigint", sql: /strpos\(.*, '', /, what: /^rows/, without: extremes },
    { row: "bugs of Trino 435", reason: "a fault of Trino: shifts of narrow integers", what: /exceeds MAX_(BYTE|SHORT|INT)/ },
    { row: "signs of zero and NaN", reason: "the sign of zero in keys, and of NaN in bytes", sql: /histogram|map_agg|greatest|least|round|to_ieee754/, what: /^rows/, plain: (line) => line.replace(/-(0(?:\.0|E0)?)(?![\w.])/g, "$1").replace(/(0x|")[f7]f([cf])/gi, "$17f$2") },
    { row: "text of a double", reason: "digits of a real that older Javas write in JSON", sql: /as json\)/, what: /^rows .*\dE\d/, plain: digits },
    { row: "regular expressions", reason: "words and classes of letters beyond ASCII", sql: /regexp\w*\(.*(\\b|\[:\w+:\])/, what: /^rows .*[^ -~]/, without: otherLetters },
    { row: "CHAR among texts", reason: "CHAR beside varchar without its spaces", sql: /\bchar\b/, what: /^rows/, plain: (line) => line.replace(/ +(?=")/g, "") },
    { row: "bugs of Trino 435", reason: "a fault of Trino: an empty key", what: /Empty key/ },
  ],
  hive: [
    { reason: "more than Hive: several counted without DISTINCT, keys of maps that are null", sql: /count\(|map\(/, what: /DISTINCT keyword must|Argument expected|Map keys can not be NULL/ },
    { reason: "the clock", sql: /unix_timestamp\(\)/ },
    { reason: "times finer than a microsecond", what: /\.\d{7,9}"/, plain: microseconds },
    { reason: "times finer than a microsecond", sql: /utc_timestamp\(/, what: /^rows/, without: hive.wholeSeconds },
    { reason: "years past 9999", what: /"\+\d{5}-/ },
    { reason: "years that the engine's times can't hold", sql: /from_unixtime|utc_timestamp|date_(add|sub)|add_months/, what: /(multiplication|Decimal) overflow|Date out of range/ },
    { reason: "years that the engine's times can't hold", sql: /utc_timestamp\(/, what: /^rows .* here \[\d+,null\]/, without: hive.extremes },
    { reason: "years before the first, which Hive counts from 1 again", sql: /(add_months|date_format)\(/, what: /^rows .* here .* -\d{4}"/ },
    { reason: "NaN in the words of newer Javas", sql: /format_number/, what: /^rows/, instead: hive.wordsOfNaN },
    { reason: "a double past the range of float is an error", what: /^refused here only: .*Out of range for float/ },
    { reason: "a double out of range as an integer, as in Hive 2 and 3", sql: /1e300.* as \w*int\)/, what: /^rows .*(9223372036854775807|2147483647)/ },
    { reason: "a null key of a map, which Hive keeps or refuses", sql: /map\(/, what: /^refused here only: .*map key cannot be null/ },
    { reason: "NaN in buckets", sql: /width_bucket/, what: /^rows/, without: hive.notNumbers },
    { reason: "NaN in buckets", sql: /width_bucket/, what: /nan/ },
    { reason: "more than Hive: arguments of other types", what: /^refused there only: .*(Wrong arguments|Argument type mismatch|Arguments length mismatch|ClassCastException|NoMatchingMethod|Error evaluating|Failed to breakup|TezTask|Invalid function assert|NumberFormatException|Only numeric type arguments)/ },
    { reason: "more than Hive: EXCEPT and INTERSECT without its optimizer, several subqueries in one WHERE", what: /^refused there only: .*(only supported with Cost Based|Unsupported SubQuery)/ },
    { reason: "integers past their range: sums of bigint fail", what: /bigint (addition|subtraction) overflow|negation overflow|Out of range for bigint/ },
    { reason: "digits to round to that are past int, which Hive wraps around", sql: /round\(/, what: /^refused here only: .*Out of range for integer/ },
    { reason: "moments of values that are not finite, where the way of adding up decides", sql: /\b(corr|covar_\w+|regr_\w+|std\w*|var\w*)\(/, what: /^rows/, without: all(hive.notFinite, hive.extremes) },
    { reason: "moments of values that are equal, where the way of adding up leaves a last digit", sql: /\b(corr|covar_\w+|regr_\w+|std\w*|var\w*)\(/, what: /^rows .*e-/, plain: (line) => line.replace(/-?\d(\.\d+)?e-([7-9]|\d\d)/g, "0") },
    { reason: "sums of numbers that cancel each other", sql: /\b(avg|sum|std\w*|var\w*|covar_\w+|corr|regr_\w+)\(/, what: /^rows/, without: all(hive.extremes, hive.notFinite) },
    { reason: "moments of numbers past the range of a double", sql: /\b(std\w*|var\w*|covar_\w+|corr|regr_\w+)\(/, what: /^refused here only: .*out of range/ },
    { reason: "a fault of Hive: a column in ORDER BY twice, where the last direction decides", sql: /ORDER BY (?:\w+\()*id\)* (?:ASC NULLS FIRST|DESC NULLS LAST), id\b/, what: /^rows/ },
    { reason: "a fault of Hive: substr from the smallest position", sql: /substr|mid\(/, what: /begin -2147\d{6}/ },
    { reason: "a fault of Hive: decimals without whole digits, or with 38, in floor, ceil, round and trunc", what: /Decimal precision out of allowed range/ },
    { reason: "order of lists with nulls", sql: /\b(max|min)\(/, what: /^rows .*\[.*null.* here / },
    { reason: "decimals in collections are texts", sql: /(array|map)\(.*BD/, what: /^rows .*[[{].*"-?\d*\.\d+"/ },
    { reason: "nullif compares as = does; Hive 4 casts the second number to the type of the first", sql: /nullif\(/, what: /^rows/, instead: hive.equals },
    { reason: "a group that a pattern of a column lacks", sql: /regexp_extract/, what: /No group \d/ },
    { reason: "array_slice as in Hivemall: what there is of a part that ends past the array", sql: /array_slice/, what: /^rows/, instead: hive.partsWithin },
    { reason: "a fault of Hive: a null that it does not expect", what: /NullPointerException|Cannot invoke "\S+\(.*\)" because .* is null/ },
    { reason: "a fault of Hive: BETWEEN is null where a bound is, also outside of the other one", sql: /\bbetween\b/, what: /^rows/, instead: hive.bounds },
    { reason: SPARED, sql: /regexp_replace/, what: /^refused here only: .*Illegal replacement/ },
    { reason: "more than Hive: values of arguments that it refuses", what: /^refused there only: .*(TRUNC scale argument out of allowed range|BigInteger would overflow supported range|UDFRegExp.*Illegal repetition)/ },
    { reason: "texts read with a format as Hive 2 and 3 do: their start counts; a day that its month lacks is null", sql: /unix_timestamp\((('[^']*'|\w+), )'/, what: /^rows/ },
    { reason: "the last digit of a function of doubles", sql: /\b(cbrt|exp|ln|log\d*|pow(er)?|a?(sin|cos|tan))\(/, what: /^rows .*\d\.\d{13,}/, plain: digits },
    { reason: "a fault of Hive: a quotient of no null operands counts as not null, also by zero, and so does minus a text", sql: /[/%]|negative\(|\(- /, what: /^rows/, instead: hive.quotients },
    { reason: "a fault of Hive: NaN or an infinity that has left a frame", sql: /\b(avg|sum)\(.* OVER \(.*ROWS BETWEEN (CURRENT|\d)/, what: /^rows .*NaN/ },
    { reason: "a fault of Hive: averages of decimals in a frame that moves away from its first row", sql: /avg\(.*\) OVER \(.*ROWS BETWEEN (CURRENT|\d)/, what: /^rows .*"-?\d+\.\d{4,}"/ },
    { reason: "a fault of Hive: trunc of a double past the range of a decimal, and to a number of digits that is null", sql: /trunc\(/, what: /^rows (\[\d+,0\].*here.*e\+|.*here \[\d+,null\])/ },
    { reason: "digits of decimals that Hive computed from constants before it typed them", sql: /BD|decimal/, what: /^types [\w ;]*decimal\(\d+,\d+\) here [\w ;]*decimal\(\d+,\d+\)$/ },
    { reason: "positive of a text is a number, as in Hive 2", sql: /positive\(/, instead: hive.numbers },
    { reason: "a fault of Hive: the first character of an empty text is the one of a text before it", sql: /\bconv\(/, what: /^rows/, instead: hive.buffersOfTexts },
    { reason: "a fault of Hive: parts of the smallest number of a type, masked", sql: /mask_\w+_n\(/, what: /^rows/, without: hive.smallestNumbers },
    { reason: "digits of the null that a masked decimal gives", sql: /mask/, what: /^types [\w ;]*decimal\(\d+,\d+\) here [\w ;]*decimal\(\d+,\d+\)$/ },
    { reason: "the year 0 of a masked date", sql: /mask/, what: /^rows/, without: hive.yearZero },
    { reason: "more than Hive: conv of texts of more than 64 characters", what: /UDFConv.*Index -\d+ out of bounds for length 64/ },
    { reason: "a fault of Hive: -1 rows in an empty frame", sql: /\bcount\(.* OVER \(/, what: /^rows .*-1\]/, instead: hive.emptyFrames },
    { reason: "a fault of Hive: a cast to string that it leaves out within another cast", sql: / as string\) as/, what: /^rows/, instead: hive.castsOfCasts },
  ],
}; // prettier-ignore

/** Titles of the entries in docs/dialects.md that the known differences belong to. */
export const knownRows = (dialect: Dialect): (string | undefined)[] => KNOWN[dialect].map(({ row }) => row);

/** Known differences that a statement may show. */
export const knownDifferences = (
  dialect: Dialect,
  { sql, what }: { sql: string; what: string },
): readonly Known[] =>
  KNOWN[dialect].filter((one) => (one.sql ?? /^/).test(sql) && (one.what ?? /^/).test(what));
