import { typeName } from "../../src/dialect/types/type-text.ts";
import { arrayOf, BIGINT, BOOLEAN, DATE, decimal, DOUBLE, INTEGER, JSON_TYPE, mapOf, simple, TIMESTAMP, type Type, UTC_TIMESTAMP, VARCHAR } from "../../src/dialect/types/type.ts"; // prettier-ignore
import { producers, SIMPLE, type Vocabulary } from "./vocabulary.ts";

const REAL = simple("real");
const SMALLINT = simple("smallint");
const TINYINT = simple("tinyint");
const VARBINARY = simple("varbinary");
const TIME: Type = { kind: "time", precision: 3 };
const CHAR: Type = { kind: "char", length: 5 };
const DAYS = simple("intervalDaySecond");
const MONTHS = simple("intervalYearMonth");
const ROW: Type = { kind: "row", fields: [{ name: "p", type: BIGINT }, { name: "q", type: VARCHAR }] }; // prettier-ignore

const texts = (...all: string[]): string[] => all.map((text) => `'${text.replaceAll("'", "''")}'`);

const UNITS = texts("second", "minute", "hour", "day", "week", "month", "quarter", "year", "millisecond");
const SMALL = ["0", "1", "2", "3", "-1", "5"];
const SIZES = ["0", "1", "3", "5", "12"];
const ZONES = texts(
  "UTC",
  "Asia/Tokyo",
  "America/New_York",
  "Europe/London",
  "+05:30",
  "-08:00",
  "Asia/Kathmandu",
);
const MYSQL = texts(
  "%Y-%m-%d",
  "%Y-%m-%d %H:%i:%s",
  "%d/%m/%y %k",
  "%h:%i %p",
  "%a %b %e",
  "%W %M %j",
  "%T.%f",
  "%x-%v",
  "%I %l %r",
  "x%%y",
);
const JODA = texts(
  "yyyy-MM-dd",
  "yyyy-MM-dd HH:mm:ss.SSS",
  "EEE, d MMM yy",
  "hh:mm a",
  "EEEE MMMM D",
  "xxxx-ww e",
  "H'h' k K",
  "YYYY/M/d",
);
const TIME_TEXTS = texts(
  "2024-01-15",
  "2024-02-29 23:59:59",
  "1969-12-31",
  "15/01/24 7",
  "12:35 PM",
  "2024-01-15 00:00:00.5",
  "",
  "2023-02-29",
);
const ISO = texts(
  "2024-01-15",
  "2024-01-15T10:20:30",
  "2024-01-15T10:20:30.5Z",
  "2024-01-15T10:20:30+09:00",
  "2024-W03-1",
  "2024-015",
  "20240115",
);
const JSON_TEXTS = [...texts('{"a":1,"b":[1,2,{"c":null}]}', "[1.50,null,\"x\",true]", '"text"', "1.0", "null", "{}", "[]", '{"a":{"b":"c"}}', "[1", "", '{"a":"\\u00e9\\n"}', "1e3", "128.9", "[[1,2],[3]]", '{"b":1,"a":2}', "12345678901234567890"), "js", "js"]; // prettier-ignore
const JSON_PATHS = texts(
  "$",
  "$.a",
  "$.b[0]",
  "$.b[2].c",
  "$[0]",
  "$[-1]",
  '$["a b"]',
  "$.a.b",
  "$.*",
  "$.b[*]",
  "$..c",
  "a",
);
const PATTERNS = texts(
  "a",
  "[a-z]+",
  "(\\w)(\\w)",
  "\\d+",
  "^.",
  "o$",
  "",
  "l{2}",
  "(a)|(b)",
  "\\s*,\\s*",
  ".*",
  "(?i)HELLO",
  "日本",
  "\\bW",
  "[^a-c]",
  "(",
  "x*",
);
const REPLACEMENTS = texts("", "-", "$1", "[$2$1]", "$0$0", "\\$", "é", "$9");
const TEXTS = texts(
  "",
  "a",
  "abc",
  "Hello World",
  "a,b,,c",
  "k=v;l=w",
  "日本語",
  "ß",
  "É",
  "  x ",
  "a1b22c333",
  "%a_",
  "12",
  "-3.5",
  "1e3",
  "NaN",
  "true",
  "2024-01-15",
  "\u{1f600}x",
);
const URLS = texts(
  "http://user@example.com:8080/a/b?x=1&y=%20z&x=2#frag",
  "https://example.com",
  "not a url",
  "",
  "http://例え.jp/パス",
  "mailto:a@b.c",
  "/relative?q=1",
  "http://a/b%2Fc?k",
);
const HEX = texts("00ff", "616263", "", "ABCD", "0", "zz");
const BASE64 = texts("YWJj", "YQ==", "", "!!", "_-8=", "4pii");
const SHARES = ["0.0", "0.25", "0.5", "0.9", "1.0"];

const LITERALS: Readonly<Record<string, readonly string[]>> = {
  boolean: ["true", "false", "cast(null as boolean)"],
  tinyint: ["tinyint '1'", "tinyint '-128'", "tinyint '127'", "cast(null as tinyint)"],
  smallint: ["smallint '0'", "smallint '-7'", "smallint '32767'"],
  integer: ["0", "1", "2", "-1", "7", "100", "2147483647", "-2147483648", "cast(null as integer)"],
  bigint: ["bigint '0'", "bigint '1'", "bigint '3'", "bigint '-2'", "bigint '1700000000'", "9223372036854775807", "cast(null as bigint)", "4294967296"],
  real: ["real '0.1'", "real '-2.5'", "real 'NaN'", "real '3.4e38'", "real '16777217'", "cast(null as real)"],
  double: ["0e0", "1e0", "-2.5e0", "0.1e0", "nan()", "infinity()", "-infinity()", "1e300", "1234567.891e0", "5e-1", "cast(null as double)", "-0e0", "1e-7"],
  decimal: ["0.5", "1.50", "-3.14", "100.", "0.00", "99999999.99", "0.05", "12345678901234567890.123456789", "cast(null as decimal(10,2))", "-0.5"],
  varchar: [...TEXTS, "cast(null as varchar)"],
  char: ["char 'abc'", "cast('a' as char(5))", "cast('' as char(3))", "cast('日本' as char(4))"],
  varbinary: ["x''", "x'00ff'", "x'616263'", "to_utf8('日本')", "cast(null as varbinary)"],
  date: ["date '2024-01-31'", "date '2024-02-29'", "date '1969-12-31'", "date '2023-12-31'", "date '0001-01-01'", "cast(null as date)"],
  time: ["time '00:00:00'", "time '23:59:59.999'", "time '12:34:56.500'", "cast(null as time)"],
  timestamp: ["timestamp '2024-02-29 12:34:56.789'", "timestamp '1969-12-31 23:59:59.999'", "timestamp '2024-01-01 00:00:00'", "timestamp '2024-03-10 02:30:00.1'", "cast(null as timestamp)", "timestamp '2024-01-15 10:20:30.123456'"],
  timestamptz: ["timestamp '2024-02-29 12:34:56.789 UTC'", "timestamp '2024-01-01 00:00:00.000 Asia/Tokyo'", "timestamp '2024-03-10 03:30:00.000 America/New_York'", "timestamp '2024-01-01 00:00:00 +05:30'", "with_timezone(timestamp '2024-11-03 01:30:00.000', 'America/New_York')", "timestamp '1969-12-31 23:59:59.500 Europe/London'", "from_unixtime(1730615400, 'America/New_York')"],
  intervalDaySecond: ["interval '1' day", "interval '-3' hour", "interval '90' minute", "interval '1 02:03:04.005' day to second", "interval '0' second"],
  intervalYearMonth: ["interval '1' month", "interval '-2' year", "interval '1-3' year to month", "interval '0' month"],
  json: ["json '{\"a\":1}'", "json '[1,null,\"x\"]'", "json 'null'", "json '\"t\"'", "json '1.50'", "cast(null as json)", "json '{\"b\":{\"c\":[1]},\"a\":\"x\"}'"],
  uuid: ["uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59'"],
  ipaddress: ["ipaddress '10.0.0.1'", "ipaddress '::1'"],
}; // prettier-ignore

/** Arrays, maps and rows are built from their parts. */
function literals(type: Type): readonly string[] | null {
  if (type.kind === "array") {
    const [a, b, c] = [0, 1, 2].map((place) => literals(type.element)?.at(-1 - place) ?? "null");
    const name = typeName(type, "presto");
    return [`array[${a}, ${b}, ${c}, ${b}]`, `array[${c}]`, `cast(array[] as ${name})`, `cast(null as ${name})`, `cast(array[null, ${a}] as ${name})`]; // prettier-ignore
  }
  if (type.kind === "map") {
    const name = typeName(type, "presto");
    const keys = (literals(type.key) ?? []).filter((key) => !/null|nan/i.test(key));
    const values = literals(type.value) ?? ["null"];
    return [`map(array[${keys[0]!}, ${keys[1]!}], array[${values[0]!}, ${values.at(-1)!}])`, `cast(map() as ${name})`, `map(array[${keys[1]!}], array[${values[1] ?? values[0]!}])`]; // prettier-ignore
  }
  if (type.kind === "row") {
    const name = typeName(type, "presto");
    const row = (place: number): string => `cast(row(${type.fields.map((field) => literals(field.type)?.at(place) ?? "null").join(", ")}) as ${name})`; // prettier-ignore
    return [row(0), row(-1), row(1), `cast(null as ${name})`];
  }
  return LITERALS[type.kind] ?? null;
}

const OPERATORS: Parameters<typeof producers>[1]["operators"] = [
  ...["+", "-", "*", "/", "%"].flatMap((sign) =>
    ["integer", "bigint", "double", "decimal", "real", "smallint"].map((kind) => [`(${kind}, ${kind}) -> ${kind}`, `($1 ${sign} $2)`] as const)),
  ...["bigint", "double", "decimal", "integer", "real"].map((kind) => [`(${kind}) -> ${kind}`, "(-$1)"] as const),
  ["(bigint, double) -> double", "($1 * $2)"], ["(integer, decimal) -> decimal", "($1 / $2)"], ["(decimal, double) -> double", "($1 - $2)"],
  ...["=", "<>", "<", "<=", ">", ">="].map((sign) => ["(O, O) -> boolean", `($1 ${sign} $2)`] as const),
  ["(T, T) -> boolean", "($1 = $2)"], ["(T, T) -> boolean", "($1 is distinct from $2)"], ["(T, T) -> boolean", "($1 is not distinct from $2)"],
  ["(bigint, double) -> boolean", "($1 > $2)"], ["(decimal, double) -> boolean", "($1 = $2)"], ["(integer, decimal) -> boolean", "($1 < $2)"],
  ["(date, timestamp) -> boolean", "($1 <= $2)"], ["(timestamp, timestamptz) -> boolean", "($1 < $2)"], ["(char, varchar) -> boolean", "($1 = $2)"],
  ["(O, O, O) -> boolean", "($1 between $2 and $3)"], ["(O, O, O) -> boolean", "($1 not between $2 and $3)"],
  ["(T, T, T) -> boolean", "($1 in ($2, $3))"], ["(T, T, T, T) -> boolean", "($1 not in ($2, $3, $4))"],
  ["(T) -> boolean", "($1 is null)"], ["(T) -> boolean", "($1 is not null)"],
  ["(boolean, boolean) -> boolean", "($1 and $2)"], ["(boolean, boolean) -> boolean", "($1 or $2)"], ["(boolean) -> boolean", "(not $1)"],
  ["(varchar, varchar) -> boolean", "($1 like $2)", null, texts("%a%", "_b%", "", "%", "日%", "a_c", "\\%a")],
  ["(varchar, varchar) -> boolean", "($1 not like $2 escape '\\')", null, texts("%\\%%", "\\_a", "%a%", "a\\\\b")],
  ["(varchar, varchar) -> varchar", "($1 || $2)"], ["(array(T), array(T)) -> array(T)", "($1 || $2)"], ["(array(T), T) -> array(T)", "($1 || $2)"],
  ["(varbinary, varbinary) -> varbinary", "($1 || $2)"], ["(char, char) -> varchar", "concat($1, $2)"],
  ["(varchar, varchar, varchar) -> varchar", "concat($1, $2, $3)"], ["(array(T), array(T)) -> array(T)", "concat($1, $2)"],
  ["(boolean, T, T) -> T", "case when $1 then $2 else $3 end"], ["(boolean, T) -> T", "case when $1 then $2 end"],
  ["(O, O, T, O, T, T) -> T", "case $1 when $2 then $3 when $4 then $5 else $6 end"],
  ["(boolean, T, T) -> T", "if($1, $2, $3)"], ["(boolean, T) -> T", "if($1, $2)"], ["(T, T) -> T", "coalesce($1, $2)"], ["(T, T) -> T", "nullif($1, $2)"],
  ["(T) -> T", "try($1)"], ["(O, O) -> O", "greatest($1, $2)"], ["(O, O, O) -> O", "least($1, $2, $3)"],
  ["(array(T), bigint) -> T", "$1[$2]", null, ["1", "2", "id"]], ["(map(K, V), K) -> V", "element_at($1, $2)"], ["(T, T) -> array(T)", "array[$1, $2]"],
  ["(A, B) -> row(A, B)", "row($1, $2)"], ["(row(p bigint, q varchar)) -> bigint", "$1.p"], ["(row(p bigint, q varchar)) -> varchar", "$1.q"],
  // Casts: text to and from every type, between numbers, between times, and JSON both ways.
  ...["boolean", "tinyint", "smallint", "integer", "bigint", "real", "double", "decimal", "date", "time", "timestamp", "timestamptz", "json", "char", "uuid", "ipaddress", "intervalDaySecond", "intervalYearMonth"]
    .map((kind) => [`(${kind}) -> varchar`, "cast($1 as varchar)"] as const),
  ...["boolean", "tinyint", "smallint", "integer", "bigint", "real", "double", "decimal(10,2)", "date", "time", "timestamp", "char(5)"]
    .flatMap((name) => [
      [`(varchar) -> ${name.replace(/\(.*/, "")}`, `try_cast($1 as ${name})`, texts("1", "-7", "1.5", "true", "T", "2024-01-15", "2024-01-15 10:20:30.1234", "12:34:56", " 1", "1e2", "NaN", "Infinity", "", "abc", "99999", "0.005", "-0")] as const,
      [`(varchar) -> ${name.replace(/\(.*/, "")}`, `try_cast($1 as ${name})`] as const,
    ]),
  ...["tinyint", "smallint", "integer", "bigint", "real", "double", "decimal(10,2)", "decimal(38,5)", "boolean"].flatMap((to) =>
    ["integer", "bigint", "double", "real", "decimal", "boolean"].map((from) => [`(${from}) -> ${to.replace(/\(.*/, "")}`, `try_cast($1 as ${to})`] as const)),
  ...["date", "timestamp", "timestamptz"].flatMap((from) =>
    [["date", "date"], ["timestamp", "timestamp(3)"], ["timestamp", "timestamp(0)"], ["timestamp", "timestamp(6)"], ["timestamptz", "timestamp(3) with time zone"], ...(from === "date" ? [] : [["time", "time(3)"], ["time", "time(0)"]])]
      .map(([to, name]) => [`(${from}) -> ${to!}`, `cast($1 as ${name!})`] as const)),
  ["(time) -> time", "cast($1 as time(0))"], ["(varchar) -> varchar", "cast($1 as varchar(3))"], ["(varchar) -> char", "cast($1 as char(3))"], ["(varchar) -> varbinary", "to_utf8($1)"],
  ...["boolean", "integer", "bigint", "double", "real", "decimal", "varchar", "date", "timestamp", "array(bigint)", "array(varchar)", "array(double)", "map(varchar, bigint)", "map(bigint, varchar)", "row(p bigint, q varchar)", "array(map(varchar, bigint))"]
    .map((kind) => [`(${kind}) -> json`, "cast($1 as json)"] as const),
  ...["boolean", "bigint", "double", "decimal(10,2)", "varchar", "array(bigint)", "array(varchar)", "map(varchar, varchar)", "map(varchar, array(bigint))", "row(p bigint, q varchar)", "array(json)", "map(varchar, json)"]
    .map((name) => [`(json) -> ${name.replace(/\(10.*/, "")}`, `try(cast($1 as ${name}))`] as const),
  ["(array(bigint)) -> array(varchar)", "cast($1 as array(varchar))"], ["(array(varchar)) -> array(double)", "try_cast($1 as array(double))"], ["(map(varchar, bigint)) -> map(varchar, varchar)", "cast($1 as map(varchar, varchar))"],
  // Times.
  ["(date, intervalDaySecond) -> date", "($1 + $2)", null, ["interval '1' day", "interval '-3' day"]], ["(date, intervalYearMonth) -> date", "($1 - $2)"], ["(timestamp, intervalDaySecond) -> timestamp", "($1 + $2)"],
  ["(timestamp, intervalYearMonth) -> timestamp", "($1 + $2)"], ["(timestamptz, intervalDaySecond) -> timestamptz", "($1 - $2)"], ["(timestamptz, intervalYearMonth) -> timestamptz", "($1 + $2)"],
  ["(time, intervalDaySecond) -> time", "($1 + $2)"], ["(timestamp, timestamp) -> intervalDaySecond", "($1 - $2)"], ["(date, date) -> intervalDaySecond", "($1 - $2)"],
  ["(intervalDaySecond, bigint) -> intervalDaySecond", "($1 * $2)", null, SMALL], ["(intervalDaySecond, intervalDaySecond) -> intervalDaySecond", "($1 + $2)"], ["(intervalYearMonth) -> intervalYearMonth", "(-$1)"],
  ["(timestamp, varchar) -> timestamptz", "($1 at time zone $2)", null, ZONES], ["(timestamptz, varchar) -> timestamptz", "($1 at time zone $2)", null, ZONES],
  ...["year", "quarter", "month", "week", "day", "dow", "doy", "yow"].map((field) => ["(date) -> bigint", `extract(${field} from $1)`] as const),
  ...["year", "month", "day", "hour", "minute", "second", "timezone_hour", "timezone_minute"].map((field) => ["(timestamptz) -> bigint", `extract(${field} from $1)`] as const),
  // JSON with clauses.
  ...["lax $.a", "lax $.b[0]", "strict $.a", "strict $.zz", "lax $.b[*]", "lax $.a.b", "strict $[0]", "lax $.b.size()", "lax $.a.type()"].flatMap((path) => [
    ["(varchar) -> varchar", `json_value($1, '${path}')`, JSON_TEXTS] as const, ["(varchar) -> boolean", `json_exists($1, '${path}')`, JSON_TEXTS] as const,
    ["(varchar) -> varchar", `json_query($1, '${path}')`, JSON_TEXTS] as const, ["(varchar) -> varchar", `json_query($1, '${path}' with wrapper)`, JSON_TEXTS] as const,
    ["(varchar) -> bigint", `json_value($1, '${path}' returning bigint default -1 on empty default -2 on error)`, JSON_TEXTS] as const,
    ["(varchar) -> varchar", `json_query($1, '${path}' without array wrapper empty array on empty empty object on error)`, JSON_TEXTS] as const,
  ]),
  ["(varchar, bigint) -> varchar", "json_object('k' : $1, 'n' value $2)"], ["(varchar, bigint) -> varchar", "json_array($1, $2 null on null)"], ["(varchar, double) -> varchar", "json_array($1, $2 absent on null)"],
  // Text functions with special syntax or arguments.
  ["(varchar, bigint) -> varchar", "format('%s-%d', $1, $2)"], ["(bigint) -> varchar", "format('%,d|%5d|%05d|%x', $1, $1, $1, $1)"], ["(double) -> varchar", "format('%.2f', $1)"], ["(boolean, date) -> varchar", "format('%s %s %%', $1, $2)"],
  ["(varchar, varchar) -> varchar", "trim(leading $2 from $1)", null, texts("a", " ", "ab", "")], ["(varchar) -> varchar", "trim(both from $1)"], ["(varchar, integer) -> varchar", "substring($1 from $2)", null, SMALL],
  ["(varchar, varchar) -> bigint", "position($1 in $2)", texts("a", "", "日")], ["(varchar) -> varchar", "normalize($1, NFD)"],
]; // prettier-ignore

const AT_TEXT = [null, PATTERNS] as const;
const POOLS: Parameters<typeof producers>[1]["pools"] = {
  date_trunc: [UNITS], date_add: [UNITS, ["0", "1", "-1", "13", "-400"]], date_diff: [UNITS], last_day_of_month: [],
  date_format: [null, MYSQL], date_parse: [TIME_TEXTS, MYSQL], format_datetime: [null, JODA], parse_datetime: [TIME_TEXTS, JODA],
  from_unixtime: [["0", "1700000000", "1730611800", "1730615400", "-1", "1.5e0", "n"], ZONES], from_unixtime_nanos: [["bigint '0'", "bigint '1700000000123456789'", "bigint '-1'"]],
  from_iso8601_timestamp: [ISO], from_iso8601_date: [ISO], at_timezone: [null, ZONES], with_timezone: [null, ZONES], date: [ISO],
  parse_duration: [texts("1d", "1.5h", "90m", "3 s", "10ms", "x")], human_readable_seconds: [["0e0", "96e0", "3762e0", "56363463e0", "0.4e0", "d"]],
  json_extract: [JSON_TEXTS, JSON_PATHS], json_extract_scalar: [JSON_TEXTS, JSON_PATHS], json_size: [JSON_TEXTS, JSON_PATHS], json_parse: [JSON_TEXTS],
  json_array_get: [JSON_TEXTS, SMALL], json_array_length: [JSON_TEXTS], json_array_contains: [JSON_TEXTS], is_json_scalar: [JSON_TEXTS],
  regexp_like: AT_TEXT, regexp_count: AT_TEXT, regexp_extract: [null, PATTERNS, SMALL], regexp_extract_all: [null, PATTERNS, SMALL], regexp_split: AT_TEXT,
  regexp_position: [null, PATTERNS, ["1", "2", "5"], ["1", "2"]], regexp_replace: [null, PATTERNS, REPLACEMENTS],
  lpad: [null, SIZES, texts(" ", "ab", "日")], rpad: [null, SIZES, texts(" ", "ab", "日")], substr: [null, SMALL, SIZES], substring: [null, SMALL, SIZES], split: [null, texts(",", ".", "b", "日", "  "), ["1", "2", "5"]],
  split_part: [null, texts(",", "b", "ab"), ["1", "2", "4"]], split_to_map: [texts("k=v;l=w", "a=1", "", "k", "a=1;a=2", "=x"), texts(";"), texts("=")], split_to_multimap: [texts("k=v;l=w", "a=1;a=2", ""), texts(";"), texts("=")],
  strpos: [null, texts("a", "", "b", "本"), ["1", "2", "-1"]], starts_with: [null, texts("a", "", "日", "He")], replace: [null, texts("a", "", "lo", "日"), texts("", "xyz", "é")], translate: [null, texts("abc", "lo"), texts("xyz", "", "é")],
  chr: [["65", "0", "8364", "128512", "97"]], codepoint: [texts("a", "日", "\u{1f600}", "")], normalize: [null, ["NFC", "NFD", "NFKC"]], levenshtein_distance: [null, texts("abc", "", "日本", "Hallo")], hamming_distance: [null, texts("abc", "日本語", "")], luhn_check: [texts("79927398713", "1234", "", "12x")],
  url_extract_protocol: [URLS], url_extract_host: [URLS], url_extract_path: [URLS], url_extract_query: [URLS], url_extract_fragment: [URLS], url_extract_port: [URLS], url_extract_parameter: [URLS, texts("x", "y", "z")], url_decode: [texts("a+b%20c", "%E6%97%A5", "%zz", "")],
  from_hex: [HEX], from_base64: [BASE64], from_base64url: [BASE64], from_base32: [texts("MFRGG===", "", "!")], from_big_endian_64: [["x'0000000000000001'", "x'00'"]], from_big_endian_32: [["x'00000001'", "x'ffffffff'"]], from_ieee754_64: [["x'3ff0000000000000'"]], from_ieee754_32: [["x'3f800000'"]],
  round: [null, ["0", "1", "2", "-1", "-2", "5"]], truncate: [null, ["0", "1", "2", "-1", "-2"]], pow: [null, ["0e0", "2e0", "-1e0", "0.5e0"]], power: [null, ["0e0", "2e0", "-1e0", "0.5e0"]], from_base: [texts("ff", "1010", "zz", "-7"), ["2", "10", "16", "36"]], to_base: [null, ["2", "10", "16", "36"]],
  width_bucket: [null, ["0e0", "-10e0"], ["10e0", "1e2"], ["5", "1"]], bit_count: [null, ["64", "8", "32"]], bitwise_left_shift: [null, SIZES], bitwise_right_shift: [null, SIZES], bitwise_right_shift_arithmetic: [null, SIZES],
  normal_cdf: [["0e0", "d"], ["1e0", "2e0"]], inverse_normal_cdf: [["0e0"], ["1e0", "2e0"], SHARES], wilson_interval_lower: [["1", "3"], ["10", "3"], ["1.96e0"]], wilson_interval_upper: [["1", "3"], ["10", "3"], ["1.96e0"]],
  parse_data_size: [texts("1B", "2.3MB", "1kB", "x")], parse_presto_data_size: [texts("1B", "2.3MB", "1kB", "x")], concat_ws: [texts(",", "", "--")],
  element_at: [null, ["1", "-1", "2", "9", "'a'", "'b'"]], slice: [null, ["1", "2", "-2"], ["0", "1", "2", "9"]], repeat: [null, SIZES], sequence: [["1", "5", "date '2024-01-30'", "timestamp '2024-01-30 00:00:00'"], ["3", "-2", "date '2024-02-02'", "timestamp '2024-02-02 00:00:00'"], ["1", "2", "-1", "interval '1' day", "interval '1' month"]],
  array_join: [null, texts(",", "", "--"), texts("null", "")], ngrams: [null, ["1", "2", "9"]], combinations: [null, ["1", "2", "0"]], trim_array: [null, ["0", "1", "2"]], json_format: [], ntile: [["1", "2", "3", "5"]], lag: [null, ["0", "1", "2"]], lead: [null, ["0", "1", "3"]], nth_value: [null, ["1", "2", "5"]],
  max_by: [null, ["id"], ["1", "2"]], min_by: [null, ["id"], ["1", "2"]], max: [null, ["1", "2", "3"]], min: [null, ["1", "2", "3"]], listagg: [null, texts(",", "")], timezone_hour: [], from_utf8: [["x'616263'", "x'ff61'", "to_utf8(s)"], texts("?", "")],
}; // prettier-ignore

const LEFT_OUT = {
  "another answer each time": "rand random uuid shuffle",
  "the clock": "now current_date current_time current_timestamp localtime localtimestamp current_timezone",
  "of the installation": "version current_user current_catalog current_schema",
  "exact here, a sketch there (docs/dialects.md)": "approx_distinct approx_percentile approx_set approx_most_frequent td_approx_most_frequent numeric_histogram merge empty_approx_set",
  "the order of equal rows": "arbitrary any_value reduce_agg",
  "of PrestoDB, not of Trino 435": `array_average array_duplicates array_first array_has_duplicates array_last array_sum bitwise_xor_agg cosine_distance dot_product ends_with entropy
    euclidean_distance find_first find_first_index regr_avgx regr_avgy regr_count regr_r2 regr_sxx regr_sxy regr_syy timezone array_max_by array_min_by map_top_n`,
  "refused by name (docs/dialects.md)": "checksum",
  "written with a syntax of their own, as operators": "extract position",
}; // prettier-ignore

export const presto: Vocabulary = {
  dialect: "presto",
  types: [
    ...SIMPLE, ...SIMPLE, TINYINT, SMALLINT, REAL, CHAR, VARBINARY, TIME, UTC_TIMESTAMP, UTC_TIMESTAMP, DAYS, MONTHS, JSON_TYPE, ROW,
    arrayOf(BIGINT), arrayOf(BIGINT), arrayOf(VARCHAR), arrayOf(DOUBLE), arrayOf(DATE), arrayOf(arrayOf(BIGINT)), arrayOf(ROW),
    mapOf(VARCHAR, BIGINT), mapOf(BIGINT, VARCHAR), mapOf(VARCHAR, arrayOf(BIGINT)),
  ], // prettier-ignore
  keys: [INTEGER, BIGINT, BIGINT, VARCHAR, VARCHAR, DOUBLE, decimal(10, 2), DATE, TIMESTAMP, BOOLEAN],
  literals,
  ...producers("presto", { operators: OPERATORS, pools: POOLS, leftOut: LEFT_OUT }),
  integers: {
    bitwise_left_shift: [1], bitwise_right_shift: [1], bitwise_right_shift_arithmetic: [1], combinations: [1], ngrams: [1], regexp_position: [2, 3],
    repeat: [1], round: [1], to_big_endian_32: [0],
  }, // prettier-ignore
  ordered: new Set([
    "array_agg",
    "listagg",
    "map_agg",
    "multimap_agg",
    "map_union",
    "reduce_agg",
    "max_by",
    "min_by",
  ]),
};
