import { expect, test } from "@jest/globals";
import { SLIPS, statementHint } from "../../../src/magics/explain/statement-hint.ts";

const hint = (sql: string, serverMessage: string, dialect: "presto" | "hive" = "presto"): string | null => {
  const [, line, column] = /line (\d+):(\d+)/.exec(serverMessage) ?? [];
  return statementHint({ sql, dialect, serverMessage, line: Number(line), column: Number(column) });
};

const EXAMPLES: readonly (readonly [sql: string, message: string, hint: string | null])[] = [
  ["selct * from t", "SYNTAX_ERROR: line 1:1: expected a statement, found 'selct'", "did you mean select?"],
  [
    "select * form t",
    "SYNTAX_ERROR: line 1:10: expected the end of the statement, found 'form'",
    "did you mean from?",
  ],
  [
    "select * from t limt 5",
    "SYNTAX_ERROR: line 1:22: expected the end of the statement, found '5'",
    "did you mean limit?",
  ],
  ["select a, from t", "SYNTAX_ERROR: line 1:11: found 'from'", "remove the comma before it"],
  [
    "select * from {name} limit 1",
    "NOT_SUPPORTED: line 1:15: unsupported in the local service: a string in place of a table",
    "{name} inserts a text; the name of a table is {name:id}",
  ],
  [
    "select * from 'stocks'",
    "NOT_SUPPORTED: line 1:15: unsupported in the local service: a string in place of a table",
    "the name of a table has no single quotes: from stocks",
  ],
  [
    "select $name",
    "SYNTAX_ERROR: line 1:8: expected an expression, found '$'",
    "a variable of the notebook is written {name}",
  ],
  ["select top 5 * from t", "SYNTAX_ERROR: line 1:12: found '5'", "rows are limited at the end: limit 5"],
  [
    "select * from t limit 5, 10",
    "SYNTAX_ERROR: line 1:24: found ','",
    "limit takes one number: offset 5 limit 10",
  ],
  [
    "select a from t limit 5 offset 2",
    "SYNTAX_ERROR: line 1:25: found 'offset'",
    "offset comes before limit: offset 5 limit 10",
  ],
  ["select a::int from t", "SYNTAX_ERROR: line 1:9: found ':'", "a cast is written cast(x as bigint)"],
  [
    "select a from t where a ilike 'x%'",
    "SYNTAX_ERROR: line 1:25: found 'ilike'",
    "letters of both cases: lower(x) like 'a%'",
  ],
  [
    "select a from t where a rlike 'x'",
    "SYNTAX_ERROR: line 1:25: found 'rlike'",
    "a pattern is a function: regexp_like(x, 'a.*')",
  ],
  [
    "select a from t qualify n = 1",
    "SYNTAX_ERROR: line 1:17: found 'qualify'",
    "filter outside: select * from (select ...) where rn = 1",
  ],
  [
    "select a, x from t lateral view explode(b) u as x",
    "SYNTAX_ERROR: line 1:20: found 'lateral'",
    "rows of an array: cross join unnest(array) as t(x)",
  ],
  ["select a from t group a", "SYNTAX_ERROR: line 1:17: found 'group'", "the word by is missing"],
  ["select a from t where a && b", "SYNTAX_ERROR: line 1:25: found '&&'", "conditions are joined by and"],
  [
    "select “a” from t",
    "SYNTAX_ERROR: line 1:8: unexpected character",
    "write straight quotes: 'text', \"name\"",
  ],
  [
    "select a as 'x y' from t",
    "SYNTAX_ERROR: line 1:13: expected a name",
    'write a name in double quotes: "name"',
  ],
  [
    "select a as order from t",
    "SYNTAX_ERROR: line 1:13: expected a name that is no reserved word",
    'quote it: as "order" in Presto, as `order` in Hive',
  ],
  [
    "select cast(a as text) from t",
    "TYPE_MISMATCH: line 1:18: unknown type: text",
    "some types: varchar, bigint, double, date, timestamp",
  ],
  [
    "select a from t where d > '2024-01-01'",
    "TYPE_MISMATCH: line 1:25: cannot apply operator: date > varchar(10)",
    "a date or time has its type: date '2024-01-31'",
  ],
  [
    "select a from t where n = '1'",
    "TYPE_MISMATCH: line 1:25: cannot apply operator: integer = varchar(1)",
    "compare equal types: 1 without quotes, or cast(x as varchar)",
  ],
  [
    "select d + 1 from t",
    "TYPE_MISMATCH: line 1:10: cannot apply operator: date + integer",
    "days are intervals: now() - interval '1' day",
  ],
  [
    "select a || 1 from t",
    "TYPE_MISMATCH: line 1:10: cannot concatenate varchar and integer",
    "numbers and times become texts by cast(x as varchar)",
  ],
  [
    "select left(a, 2) from t",
    "FUNCTION_NOT_FOUND: line 1:8: function 'left' is not known in the local service",
    "left of other dialects is here: substr(text, 1, 3)",
  ],
  [
    "select a from t where time > now()",
    "TYPE_MISMATCH: line 1:28: cannot apply operator: bigint > timestamp(3) with time zone",
    "time is unix seconds: td_time_range(time, '2024-01-01', '2024-02-01'), or from_unixtime(time) as a timestamp",
  ],
  ["select * from t where a == 1", "SYNTAX_ERROR: line 1:25: found '=='", "equality is one sign: ="],
  ["select [a] from t", "SYNTAX_ERROR: line 1:8: found '['", 'write a name in double quotes: "name"'],
  [
    "select 1; select 2",
    "SYNTAX_ERROR: line 1:11: found 'select'",
    "a cell runs one statement; put the other one into a cell of its own",
  ],
  [
    "select a from t where time > '2004-01-01'",
    "TYPE_MISMATCH: line 1:28: cannot apply operator: bigint > varchar(10)",
    "time is unix seconds: td_time_range(time, '2024-01-01', '2024-02-01'), or from_unixtime(time) as a timestamp",
  ],
  [
    "select now() - 1",
    "TYPE_MISMATCH: line 1:14: cannot apply operator: timestamp(3) with time zone - integer",
    "days are intervals: now() - interval '1' day",
  ],
  [
    "select a + 'x' from t",
    "TYPE_MISMATCH: line 1:10: cannot apply operator: varchar + varchar(1)",
    "texts are joined by ||",
  ],
  [
    "select price as p from t where p > 3",
    "COLUMN_NOT_FOUND: line 1:32: column 'p' cannot be resolved",
    "p is a name of the select list, which this clause does not know: repeat its expression",
  ],
  [
    "select a, count(*) n from t group by a having n > 1",
    "COLUMN_NOT_FOUND: line 1:47: column 'n' cannot be resolved",
    "n is a name of the select list, which this clause does not know: repeat its expression",
  ],
  ["select a, n from t where n > 1", "COLUMN_NOT_FOUND: line 1:26: column 'n' cannot be resolved", null],
  [
    "select len(a) from t",
    "FUNCTION_NOT_FOUND: line 1:8: function 'len' is not known in the local service; did you mean 'ln'?",
    "len of other dialects is here: length(text)",
  ],
  [
    "select a, rank() over (order by b) as place from t where place < 3",
    "COLUMN_NOT_FOUND: line 1:58: column 'place' cannot be resolved",
    "place is a name of the select list, which this clause does not know: select * from (...) where place ...",
  ],
  [
    "select a from t where a in ({names})",
    "TYPE_MISMATCH: line 1:29: cannot apply operator: varchar IN row(varchar(4), varchar(3))",
    "a list brings its own parentheses: in {name}, without others around it",
  ],
  [
    "select a from t where a = ${name}",
    "SYNTAX_ERROR: line 1:27: expected an expression, found '$'",
    "a variable of the notebook is written {name}",
  ],
  [
    "select a from t where a = :name",
    "SYNTAX_ERROR: line 1:27: expected an expression, found ':'",
    "a variable of the notebook is written {name}",
  ],
  ["select 1/0", "DIVISION_BY_ZERO: line 1:9: Division by zero", null],
  ["select a from t where", "SYNTAX_ERROR: line 1:22: expected an expression", null],
];

test.each(EXAMPLES)("%s", (sql, message, expected) => {
  expect(hint(sql, message)).toBe(expected);
});

test("every slip has an example", () => {
  const shown = new Set(EXAMPLES.map(([, , hint]) => hint));
  expect(SLIPS.map(([, , , hint]) => hint).filter((hint) => !shown.has(hint))).toEqual([]);
});

test("Trino's and Hive's keywords", () => {
  expect(hint("selct 1", "line 1:1: mismatched input 'selct'. Expecting: 'ALTER', ...")).toBe(
    "did you mean select?",
  );
  expect(hint("select string_agg(a) from t", "line 1:8 function 'string_agg' is not known", "hive")).toBe(
    "string_agg of other dialects is here: concat_ws(',', collect_list(x))",
  );
});
