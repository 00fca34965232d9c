import { arrayOf, BIGINT, BOOLEAN, DATE, decimal, INTEGER, mapOf, simple, type Type, VARCHAR } from "../../src/dialect/types/type.ts"; // prettier-ignore
import { producers, SIMPLE, type Vocabulary } from "./vocabulary.ts";

const texts = (...all: string[]): string[] =>
  all.map((text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`);

const SMALL = ["0", "1", "2", "3", "-1", "5"];
const SIZES = ["0", "1", "3", "5", "12"];
const ZONES = texts("UTC", "Asia/Tokyo", "America/New_York", "Europe/London");
const FORMATS = texts(
  "yyyy-MM-dd",
  "yyyy-MM-dd HH:mm:ss",
  "dd/MM/yy",
  "HH:mm",
  "yyyyMMdd",
  "MMM d yyyy",
  "EEE",
);
const TIME_TEXTS = texts(
  "2024-01-15",
  "2024-02-29 23:59:59",
  "1969-12-31",
  "2024-01-15 00:00:00.5",
  "",
  "2023-02-29",
  "x",
);
const JSON_TEXTS = [
  ...texts(
    '{"a":1,"b":[1,2,{"c":null}]}',
    "[1.50,null,true]",
    "{}",
    '{"a":{"b":"c"}}',
    "[1",
    "",
    '{"a":"x"}',
  ),
  "js",
];
const JSON_PATHS = texts("$", "$.a", "$.b[0]", "$.b[2].c", "$[0]", "$.a.b", "$.b[*]", "$.zz");
const PATTERNS = texts(
  "a",
  "[a-z]+",
  "(\\w)(\\w)",
  "\\d+",
  "^.",
  "o$",
  "l{2}",
  "(a)|(b)",
  "\\s*,\\s*",
  "日本",
  "[^a-c]",
);
const REPLACEMENTS = texts("", "-", "$1", "é");
const TEXTS = texts(
  "",
  "a",
  "abc",
  "Hello World",
  "a,b,,c",
  "日本語",
  "É",
  "  x ",
  "a1b22",
  "12",
  "-3.5",
  "1e3",
  "true",
  "2024-01-15",
);
const URLS = texts("http://user@example.com:8080/a/b?x=1&y=2#frag", "https://example.com", "not a url", "");
const PARTS = texts("HOST", "PATH", "QUERY", "REF", "PROTOCOL", "FILE", "AUTHORITY", "USERINFO");

const LITERALS: Readonly<Record<string, readonly string[]>> = {
  boolean: ["true", "false", "cast(null as boolean)"],
  tinyint: ["1Y", "-127Y", "cast(null as tinyint)"],
  smallint: ["0S", "-7S", "32767S"],
  integer: ["0", "1", "2", "-1", "7", "100", "2147483647", "cast(null as int)"],
  bigint: ["0L", "1L", "3L", "-2L", "1700000000L", "cast(null as bigint)", "4294967296L"],
  real: ["cast(0.1 as float)", "cast(-2.5 as float)", "cast(null as float)"],
  double: ["0.0D", "1.0D", "-2.5D", "0.1D", "cast('NaN' as double)", "cast('Infinity' as double)", "1e300", "cast(null as double)", "1e-7"],
  decimal: ["0.5BD", "1.50BD", "-3.14BD", "100BD", "99999999.99BD", "0.05BD", "cast(null as decimal(10,2))"],
  varchar: [...TEXTS, "cast(null as string)"],
  varbinary: ["cast('abc' as binary)", "unhex('00ff')"],
  date: ["date '2024-01-31'", "date '2024-02-29'", "date '1969-12-31'", "cast(null as date)"],
  timestamp: ["timestamp '2024-02-29 12:34:56.789'", "timestamp '1969-12-31 23:59:59.999'", "timestamp '2024-01-01 00:00:00'", "cast(null as timestamp)"],
}; // prettier-ignore

function literals(type: Type): readonly string[] | null {
  if (type.kind === "array") {
    const [a, b, c] = [0, 1, 2].map((place) => literals(type.element)?.at(-1 - place));
    return a === undefined ? null : [`array(${a}, ${b!}, ${c!}, ${b!})`, `array(${c!})`];
  }
  if (type.kind === "map") {
    const [keys, values] = [literals(type.key), literals(type.value)];
    return keys === null || values === null
      ? null
      : [`map(${keys[1]!}, ${values[1]!}, ${keys[2]!}, ${values[0]!})`];
  }
  return LITERALS[type.kind] ?? null;
}

const PRIMITIVES = [
  "boolean",
  "tinyint",
  "smallint",
  "integer",
  "bigint",
  "real",
  "double",
  "decimal",
  "varchar",
];
const NAMES: Readonly<Record<string, string>> = {
  integer: "int",
  real: "float",
  decimal: "decimal(10,2)",
  varchar: "string",
};

const OPERATORS: Parameters<typeof producers>[1]["operators"] = [
  ...["+", "-", "*", "/", "%"].flatMap((sign) =>
    ["integer", "bigint", "double", "decimal"].map((kind) => [`(${kind}, ${kind}) -> ${sign === "/" && kind !== "decimal" ? "double" : kind}`, `($1 ${sign} $2)`] as const)),
  ["(integer, integer) -> integer", "($1 DIV $2)"], ["(bigint, bigint) -> bigint", "($1 DIV $2)"], ["(bigint, bigint) -> bigint", "($1 & $2)"], ["(bigint, bigint) -> bigint", "($1 | $2)"], ["(bigint, bigint) -> bigint", "($1 ^ $2)"], ["(bigint) -> bigint", "(~ $1)"], ["(bigint) -> bigint", "(- $1)"],
  ...["=", "<>", "<", "<=", ">", ">=", "<=>"].flatMap((sign) => ["bigint", "double", "varchar", "decimal", "date", "timestamp"].map((kind) => [`(${kind}, ${kind}) -> boolean`, `($1 ${sign} $2)`] as const)),
  ["(varchar, bigint) -> boolean", "($1 = $2)"], ["(varchar, double) -> boolean", "($1 < $2)"], ["(date, varchar) -> boolean", "($1 = $2)", null, TIME_TEXTS], ["(timestamp, varchar) -> boolean", "($1 > $2)", null, TIME_TEXTS], ["(decimal, double) -> boolean", "($1 = $2)"],
  ["(bigint, bigint, bigint) -> boolean", "($1 between $2 and $3)"], ["(varchar, varchar, varchar) -> boolean", "($1 in ($2, $3))"], ["(bigint, bigint, bigint) -> boolean", "($1 not in ($2, $3))"],
  ...["bigint", "double", "varchar", "date", "array(bigint)"].flatMap((kind) => [[`(${kind}) -> boolean`, "($1 is null)"], [`(${kind}) -> boolean`, "isnotnull($1)"]] as const),
  ["(boolean, boolean) -> boolean", "($1 and $2)"], ["(boolean, boolean) -> boolean", "($1 or $2)"], ["(boolean) -> boolean", "(not $1)"],
  ["(varchar, varchar) -> boolean", "($1 like $2)", null, texts("%a%", "_b%", "", "%", "日%", "a_c")], ["(varchar, varchar) -> boolean", "($1 rlike $2)", null, PATTERNS],
  ["(varchar, varchar) -> varchar", "($1 || $2)"], ["(varchar, bigint) -> varchar", "concat($1, $2)"], ["(varchar, double) -> varchar", "concat($1, '-', $2)"], ["(varchar, varchar) -> varchar", "concat_ws(',', $1, $2)"], ["(array(varchar)) -> varchar", "concat_ws('-', $1)"],
  ...["bigint", "double", "varchar", "date", "decimal", "integer"].flatMap((kind) => [
    [`(boolean, ${kind}, ${kind}) -> ${kind}`, "if($1, $2, $3)"], [`(boolean, ${kind}, ${kind}) -> ${kind}`, "case when $1 then $2 else $3 end"], [`(${kind}, ${kind}) -> ${kind}`, "coalesce($1, $2)"],
    [`(${kind}, ${kind}) -> ${kind}`, "nvl($1, $2)"], [`(${kind}, ${kind}) -> ${kind}`, "nullif($1, $2)"], [`(${kind}, ${kind}) -> ${kind}`, "greatest($1, $2)"], [`(${kind}, ${kind}) -> ${kind}`, "least($1, $2)"],
  ] as const),
  ["(array(bigint), integer) -> bigint", "$1[$2]", null, ["0", "1", "2", "9"]], ["(map(varchar, bigint), varchar) -> bigint", "$1[$2]", null, texts("a", "b", "zz")], ["(bigint, bigint) -> array(bigint)", "array($1, $2)"], ["(varchar, bigint) -> map(varchar, bigint)", "map($1, $2)"], ["(bigint, varchar) -> varchar", "named_struct('p', $1, 'q', $2).q"],
  ["(varchar, varchar) -> varchar", "elt(2, $1, $2)"], ["(varchar, varchar, varchar) -> integer", "field($1, $2, $3)"], ["(varchar, bigint) -> varchar", "printf('%s-%d', $1, $2)"],
  ...PRIMITIVES.flatMap((to) => PRIMITIVES.filter((from) => from !== to).map((from) => [`(${from}) -> ${to}`, `cast($1 as ${NAMES[to] ?? to})`] as const)),
  ...["date", "timestamp"].flatMap((kind) => [[`(${kind}) -> varchar`, "cast($1 as string)"], [`(varchar) -> ${kind}`, `cast($1 as ${kind})`, TIME_TEXTS]] as const), ["(timestamp) -> date", "cast($1 as date)"], ["(date) -> timestamp", "cast($1 as timestamp)"], ["(varchar) -> varchar", "cast($1 as varchar(3))"],
  ["(date, date) -> boolean", "($1 + interval '1' day > $2)"], ["(timestamp) -> timestamp", "($1 - interval '3' hour)"], ["(date) -> date", "($1 + interval '1' month)"],
  ["(date) -> integer", "extract(year from $1)"], ["(timestamp) -> integer", "extract(hour from $1)"], ["(date) -> integer", "extract(week from $1)"],
]; // prettier-ignore

const POOLS: Parameters<typeof producers>[1]["pools"] = {
  get_json_object: [JSON_TEXTS, JSON_PATHS], regexp_extract: [null, PATTERNS, ["0", "1"]], regexp_replace: [null, PATTERNS, REPLACEMENTS], split: [null, texts(",", "b", "\\\\d", "日")], regexp: [null, PATTERNS], rlike: [null, PATTERNS],
  lpad: [null, SIZES, texts(" ", "ab")], rpad: [null, SIZES, texts(" ", "ab")], substr: [null, SMALL, SIZES], substring: [null, SMALL, SIZES], substring_index: [null, texts(",", "b"), ["1", "2", "-1"]], repeat: [null, SIZES], space: [SIZES], instr: [null, texts("a", "", "日")], locate: [texts("a", "", "日"), null, ["1", "2"]],
  parse_url: [URLS, PARTS, texts("x", "y")], str_to_map: [texts("k=v,l=w", "a=1", ""), texts(","), texts("=")], translate: [null, texts("abc", "lo"), texts("xyz", "é")], replace: [null, texts("a", "lo"), texts("", "xyz")], find_in_set: [null, texts("a,b,c", "", "abc,a")], format_number: [null, ["0", "1", "2"]],
  conv: [texts("ff", "10", "zz", "-7"), ["10", "16", "36"], ["2", "10", "16"]], round: [null, ["0", "1", "2", "-1"]], bround: [null, ["0", "1"]], pow: [null, ["0.0D", "2.0D", "0.5D"]], power: [null, ["0.0D", "2.0D"]], log: [["2.0D", "10.0D"]], factorial: [["0", "5", "20", "21"]], shiftleft: [null, SIZES], shiftright: [null, SIZES], shiftrightunsigned: [null, SIZES], sha2: [null, ["256", "512", "0"]], chr: [["65", "0", "97", "256"]],
  decode: [null, texts("UTF-8")], encode: [null, texts("UTF-8")], unbase64: [texts("YWJj", "YQ==", "")], unhex: [texts("00ff", "616263", "", "zz")], levenshtein: [null, texts("abc", "", "Hallo")], width_bucket: [null, ["0"], ["10"], ["5"]],
  date_format: [null, FORMATS], from_unixtime: [["0", "1700000000", "-1"], FORMATS], unix_timestamp: [TIME_TEXTS, FORMATS], to_unix_timestamp: [TIME_TEXTS, FORMATS], to_date: [TIME_TEXTS], date_add: [null, SMALL], date_sub: [null, SMALL], add_months: [null, SMALL, FORMATS], next_day: [null, texts("MO", "tuesday", "Sat")], trunc: [null, texts("MM", "YEAR", "Q")], from_utc_timestamp: [null, ZONES], to_utc_timestamp: [null, ZONES],
  ...Object.fromEntries(["mask", "mask_first_n", "mask_last_n", "mask_show_first_n", "mask_show_last_n"].map((name) => [name, [null, ...(name === "mask" ? [] : [SMALL]), ...["U", "l", "9", "_"].map((by) => texts(by)), ...["7", "2", "3", "1999"].map((by) => [by])]])),
  array_slice: [null, ["0", "1"], ["1", "2"]], percentile: [null, ["0.0", "0.5", "0.9", "1.0"]], ntile: [["1", "2", "3"]], lag: [null, ["1", "2"]], lead: [null, ["1", "2"]],
}; // prettier-ignore

const LEFT_OUT = {
  "another answer each time": "rand uuid",
  "the clock": "current_date current_timestamp",
  "of the installation": "current_database",
  "exact here, a histogram there (docs/dialects.md)": "percentile_approx",
  "the order of rows": "collect_list collect_set",
  "not of Hive 4.0": "nvl2 isnan raise_error dayofyear infinity nan is_nan is_finite is_infinite approx_count_distinct",
  "written as operators": "extract date timestamp binary regexp rlike",
  "gives nothing": "assert_true",
}; // prettier-ignore

export const hive: Vocabulary = {
  dialect: "hive",
  types: [
    ...SIMPLE,
    ...SIMPLE,
    simple("tinyint"),
    simple("smallint"),
    simple("real"),
    arrayOf(BIGINT),
    arrayOf(VARCHAR),
    mapOf(VARCHAR, BIGINT),
  ],
  keys: [INTEGER, BIGINT, BIGINT, VARCHAR, VARCHAR, decimal(10, 2), DATE, BOOLEAN],
  literals,
  ...producers("hive", { operators: OPERATORS, pools: POOLS, leftOut: LEFT_OUT }),
  integers: {},
  ordered: new Set(),
};
