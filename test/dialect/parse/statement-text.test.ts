import { describe, expect, test } from "@jest/globals";
import {
  endsBeforeTable,
  firstWords,
  onlyReads,
  readStatementText,
} from "../../../src/dialect/parse/statement-text.ts";

describe("the semicolon that ends a statement", () => {
  const withoutFinalSemicolons = (sql: string, dialect: "presto" | "hive"): string =>
    readStatementText(sql, dialect).text;

  test.each([
    ["select 1;", "select 1"],
    ["select 1", "select 1"],
    ["select 1 ;;\n; ", "select 1 \n "],
    ["select 1; -- done;", "select 1 -- done;"],
    ["select 1; /* a ; b */", "select 1 /* a ; b */"],
    ["select ';'", "select ';'"],
    ["select 'it''s;';", "select 'it''s;'"],
    ['select ";" from t;', 'select ";" from t'],
    ["select 1 -- ;", "select 1 -- ;"],
    ["select 1; select 2;", "select 1; select 2"],
    ["select 'a; b", "select 'a; b"],
    ["select '\\';", "select '\\'"],
  ])("presto: %p", (sql, wanted) => expect(withoutFinalSemicolons(sql, "presto")).toBe(wanted));

  test.each([
    ["select 'it\\'s;';", "select 'it\\'s;'"],
    ["select `a;`;", "select `a;`"],
    ['set a=1; select "\\";";', 'set a=1; select "\\";"'],
  ])("hive: %p", (sql, wanted) => expect(withoutFinalSemicolons(sql, "hive")).toBe(wanted));

  test("is found quickly in a statement of megabytes", () => {
    const text = `'${"it''s ".repeat(500_000)}'`;
    expect(withoutFinalSemicolons(`select ${text};`, "presto")).toBe(`select ${text}`);
    const blanks = `select 1${" ".repeat(1_000_000)}x;`;
    expect(withoutFinalSemicolons(blanks, "presto")).toBe(blanks.slice(0, -1));
  });
});

test.each([
  ["select 1", true],
  ["-- why\n/* ; */ ( (SELECT 1))", true],
  ["with a as (select 1) select * from a", true],
  ["insert into t select 1", false],
  ["", false],
  [`${" ".repeat(100_000)}drop table t`, false],
])("%p only reads: %p", (sql, wanted) => {
  expect(onlyReads(firstWords(sql, 1))).toBe(wanted);
  expect(onlyReads(readStatementText(`${sql};`, "presto").words)).toBe(wanted);
});

test("the first words are returned in lower case", () => {
  expect(firstWords("/* x */ SET  Session a = 1", 3)).toEqual(["set", "session", "a"]);
  expect(readStatementText("/* x */ SET  Session a = 1", "presto").words).toEqual(["set", "session"]);
});

test.each([
  ["set a=1", false],
  ["set a=1;; -- ;", false],
  ["set a=';'", false],
  ["set a=1; select 1", true],
  ["set a=1; select 1;", true],
])("%p has several statements: %p", (sql, wanted) =>
  expect(readStatementText(sql, "hive").isDivided).toBe(wanted),
);

test.each([
  ["select * from", true],
  ["select * from a left JOIN /* b */ ", true],
  ["select * from a, b x,", true],
  ["select * from a join b on f(a.x, 1) = b.x,", true],
  ["select * from ((", true],
  ["select x in (select y from", true],
  ["select a,", false],
  ["select f(", false],
  ["select * from a where x in", false],
  ["select * from a where x in (1,", false],
  ["select * from a group by x,", false],
  ["select a is distinct from b,", false],
  ["select count(extract(day from x)),", false],
  ["select 'x from", false],
  ["select * from a -- join", false],
  ['select * from a "join"', false],
  ["", false],
])("%p ends before a table: %p", (sql, wanted) => expect(endsBeforeTable(sql, "presto")).toBe(wanted));
