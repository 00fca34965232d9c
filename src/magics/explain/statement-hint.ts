import type { Dialect } from "../../dialect/dialect.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { keywordsOf } from "../../dialect/parse/reserved.ts";
import { nameOf, scan } from "../../dialect/parse/scan.ts";
import { offsetOf } from "../../dialect/parse/position.ts";
import type { FailedQuery } from "./suggest-name.ts";

/** Functions of other dialects, and their equivalents here. */
const FOREIGN_FUNCTIONS = {
  presto: {
    array_contains: "contains(array, x)",
    charindex: "strpos(text, part)",
    collect_list: "array_agg(x)",
    collect_set: "array_agg(distinct x)",
    dateadd: "date_add('day', 1, x)",
    datediff: "date_diff('day', from, to)",
    date_sub: "date_add('day', -1, x)",
    explode: "from t cross join unnest(array) as u(x)",
    getdate: "now()",
    get_json_object: "json_extract_scalar(json, '$.path')",
    group_concat: "array_join(array_agg(x), ',')",
    ifnull: "coalesce(x, 0)",
    iif: "if(condition, a, b)",
    instr: "strpos(text, part)",
    isnull: "x is null, or coalesce(x, 0)",
    left: "substr(text, 1, 3)",
    len: "length(text)",
    median: "approx_percentile(x, 0.5)",
    nvl: "coalesce(x, 0)",
    percentile: "approx_percentile(x, 0.5)",
    right: "substr(text, -3)",
    size: "cardinality(array)",
    str_to_date: "date_parse(text, '%Y-%m-%d')",
    strftime: "format_datetime(x, 'yyyy-MM-dd'), or date_format(x, '%Y-%m-%d')",
    string_agg: "array_join(array_agg(x), ',')",
    sysdate: "now()",
    to_datetime: "from_iso8601_timestamp(text)",
    unix_timestamp: "to_unixtime(x)",
  },
  hive: {
    array_agg: "collect_list(x)",
    cardinality: "size(x)",
    date_diff: "datediff(to, from)",
    date_trunc: "trunc(x, 'MM')",
    getdate: "current_timestamp",
    group_concat: "concat_ws(',', collect_list(x))",
    ifnull: "nvl(x, 0)",
    json_extract_scalar: "get_json_object(json, '$.path')",
    len: "length(text)",
    now: "current_timestamp",
    string_agg: "concat_ws(',', collect_list(x))",
    strpos: "instr(text, part)",
    to_unixtime: "unix_timestamp(x)",
  },
} as const;

/** Common mistakes: patterns of the message, of the text before the position and at the position; with a suggestion. */
export const SLIPS: readonly (readonly [message: RegExp, before: RegExp, after: RegExp, hint: string])[] = [
  [/SYNTAX/, /;\s*$/, /./, "a cell runs one statement; put the other one into a cell of its own"],
  [/SYNTAX/, /,\s*$/, /^(?:from|where|group|order)\b/i, "remove the comma before it"],
  [/SYNTAX/, /\btop\s+$/i, /^\d/, "rows are limited at the end: limit 5"],
  [/SYNTAX/, /\blimit\s+\d+\s*$/i, /^,/, "limit takes one number: offset 5 limit 10"],
  [/SYNTAX/, /./, /^==/, "equality is one sign: ="],
  [/SYNTAX/, /\b(?:select|by|,)\s*$/i, /^\[/, 'write a name in double quotes: "name"'],
  [/SYNTAX/, /./, /^offset\b/i, "offset comes before limit: offset 5 limit 10"],
  [/SYNTAX/, /./, /^::/, "a cast is written cast(x as bigint)"],
  [/SYNTAX/, /./, /^ilike\b/i, "letters of both cases: lower(x) like 'a%'"],
  [/SYNTAX/, /./, /^(?:rlike|regexp|similar)\b|^~/i, "a pattern is a function: regexp_like(x, 'a.*')"],
  [/SYNTAX/, /./, /^qualify\b/i, "filter outside: select * from (select ...) where rn = 1"],
  [/SYNTAX/, /./, /^lateral view\b/i, "rows of an array: cross join unnest(array) as t(x)"],
  [/reserved word/, /\bas\s+$/i, /./, 'quote it: as "order" in Presto, as `order` in Hive'],
  [/SYNTAX/, /./, /^(?:group|order|partition)\s+(?!\s|by\b)/i, "the word by is missing"],
  [/SYNTAX/, /./, /^&&/, "conditions are joined by and"],
  [/SYNTAX/, /./, /^[“”‘’]/, "write straight quotes: 'text', \"name\""],
  [/SYNTAX/, /\bas\s+$/i, /^'/, 'write a name in double quotes: "name"'],
  [/unknown type/i, /./, /./, "some types: varchar, bigint, double, date, timestamp"],
  [
    /(?:bigint|date|timestamp).* [-+] integer|integer \+ (?:date|timestamp)/i,
    /./,
    /./,
    "days are intervals: now() - interval '1' day",
  ],
  [/(?:date|timestamp)\S* \S+ varchar/i, /./, /./, "a date or time has its type: date '2024-01-31'"],
  [
    /(?:int|double)\w* (?:[<>=]+|IN) varchar|varchar\S* (?:[<>=]+|IN) (?:\w*int|double)/i,
    /./,
    /./,
    "compare equal types: 1 without quotes, or cast(x as varchar)",
  ],
  [/cannot concatenate/i, /./, /./, "numbers and times become texts by cast(x as varchar)"],
  [
    /SYNTAX|in place of a table/,
    /\b(?:from|join|into|table|update)\s+$/i,
    /^\{/,
    "{name} inserts a text; the name of a table is {name:id}",
  ],
  [/in place of a table/, /./, /^'/, "the name of a table has no single quotes: from stocks"],
  [/SYNTAX/, /./, /^(?:\$[{\w]|:\w|%s|%\(|@\w|\{\{)/, "a variable of the notebook is written {name}"],
  [
    /\bIN row\(/i,
    /\bin\s*\(\s*$/i,
    /^\{/,
    "a list brings its own parentheses: in {name}, without others around it",
  ],
  [/varchar\S* \+|\+ varchar/i, /./, /./, "texts are joined by ||"],
];

/** A suggestion for a failed statement with another dialect's function or a common mistake; null if none applies. */
export function statementHint({ sql, dialect, serverMessage, line, column }: FailedQuery): string | null {
  const [, called] = /function:? '?(\w+)'?/i.exec(serverMessage) ?? [];
  const foreign = Object.entries(FOREIGN_FUNCTIONS[dialect]).find(([name]) => name === called?.toLowerCase());
  if (foreign !== undefined && /not (?:known|registered|found)|invalid/i.test(serverMessage))
    return `${foreign[0]} of other dialects is here: ${foreign[1]}`;
  const offset = line === null || column === null ? 0 : offsetOf(sql, line, column);
  const [before, after] = [sql.slice(0, offset), sql.slice(offset)];
  const isTime = /(?:operator: bigint \S+ (?:varchar|timestamp)|parameters \(bigint)/i.test(serverMessage);
  if (isTime && /\btime\b/i.test(sql))
    return "time is unix seconds: td_time_range(time, '2024-01-01', '2024-02-01'), or from_unixtime(time) as a timestamp";
  const [, column_] = /column '(\w{1,255})' cannot be resolved/i.exec(serverMessage) ?? [];
  if (column_ !== undefined && isAlias(column_, before))
    return /\bover\s*\(/i.test(before)
      ? `${column_} is a name of the select list, which this clause does not know: select * from (...) where ${column_} ...`
      : `${column_} is a name of the select list, which this clause does not know: repeat its expression`;
  const slip = SLIPS.find(([m, b, t]) => m.test(serverMessage) && b.test(before) && t.test(after));
  if (slip !== undefined) return slip[3];
  return /SYNTAX|mismatched input|cannot recognize/i.test(serverMessage)
    ? keywordHint(sql, offset, dialect)
    : null;
}

/** Whether a select list gives this name to an expression, with or without AS. */
function isAlias(name: string, select: string): boolean {
  const bare = `(?<=[\\w)"'])(?<!\\b(?:select|distinct|all))\\s+"?${name}"?\\s*(?:,|\\bfrom\\b)`;
  return new RegExp(`\\bas\\s+"?${name}\\b|${bare}`, "i").test(select);
}

/** A keyword similar to the word at the position, or to the one before it. */
function keywordHint(sql: string, offset: number, dialect: Dialect): string | null {
  const keywords = keywordsOf(dialect);
  const words = [...scan(sql, dialect)]
    .filter(({ kind, start }) => kind === "word" && start <= offset)
    .slice(-2);
  for (const token of words.toReversed()) {
    const word = nameOf(token) as string;
    const near =
      keywords.has(word.toLowerCase()) || word.length < 3 ? null : nearestName(word, COMMON_KEYWORDS);
    if (near !== null) return `did you mean ${near}?`;
  }
  return null;
}

const COMMON_KEYWORDS =
  "select from where group order having limit offset distinct union between join left inner insert create update delete values describe explain".split(
    " ",
  );
