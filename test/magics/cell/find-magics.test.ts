import { describe, expect, test } from "@jest/globals";
import { findMagics } from "../../../src/magics/cell/find-magics.ts";

describe("cells without magics", () => {
  test.each([
    ["a remainder over two lines", "const r = total\n  % count"],
    ["a remainder without a blank, of a name of the user's", "const r = total\n  %count;"],
    ["a string", "const s = '%svc_tables'"],
    ["a template's lines", "const s = `\n%svc_tables\n`"],
    ["a template in a template", "const s = `${`\n%svc_tables\n${1}\n%svc_use a\n`}\n%svc_tables\n`"],
    ["a template's expression over lines", "const s = `${\n%svc_tables\n}`"],
    ["a block comment", "/*\n%svc_tables\n*/\n1"],
    ["a line comment", "// %svc_tables\n1"],
    ["a regular expression with a backtick", "const r = /`/;\nconst s = `\n%svc_tables\n`"],
    ["a class in a regular expression", "const r = /[/`]/g\nconst s = `\n%svc_tables\n`"],
    ["a quotient, not a regular expression", "const q = a / b; const s = `/\n%svc_tables\n`"],
    ["a regular expression after a condition", "if (x) /`/.test(y)\nconst s = `\n%svc_tables\n`"],
    ["a quotient behind a postfix !", "const s1 = n1! / 2 + '/' + `\n%svc_jobs\n`; s1"],
    ["a quotient behind a postfix ! in a template", "`${a! / 2} / ${b}\n%svc_jobs\n`"],
    ["a quotient behind an object", "const q = {} / 2 + '/`' + `\n%svc_jobs\n`"],
    ["a quotient behind a name that is a word, too", "const q = of / 2 + '/' + `\n%svc_jobs\n`"],
    ["a quotient behind a method called as a word", "const q = a.if(x) / 2 + '/' + `\n%svc_jobs\n`"],
    ["a regular expression behind a block", "{ a }\n/`/.test(b)\nconst s = `\n%svc_jobs\n`"],
    [
      "a regular expression behind for await",
      "for await (const x of y) /`/.test(x)\nconst s = `\n%svc_jobs\n`",
    ],
    ["a line of text in JSX", "const e = <div>\n%svc_databases\n</div>"],
    ["text with an apostrophe in JSX", "const e = <div>don't\n%svc_databases\n</div>"],
    ["text behind a fragment's expression", "<>{x}\n%svc_databases\n</>"],
    ["a string that goes on over Windows line ends", "const s = 'a\\\r\n%svc_jobs'"],
    ["an argument list", "f(\n%svc_tables\n)"],
    ["an argument list with more", "f(a, {\n%svc_tables\n}, b)"],
    ["a list", "const a = [\n%svc_tables\n]"],
    ["a sum", "const a = b +\n%svc_tables"],
    ["a type", "type A = {\n%svc_tables\n}"],
    ["a class", "class A {\n%svc_tables\n}"],
    ["a template behind a quotient of a method's value", "m.get('a')! / z + `\n%svc_jobs\n`"],
    ["a template behind two !", "n! ! / 2 + '/' + `\n%svc_jobs\n`"],
    [
      "many lines of a template",
      "const s = `it's\n%svc_a\n%svc_b don't\n%svc_jobs ${\n`%svc_use`}\n%svc_c\n`",
    ],
    ["a remainder over three lines", "const r = total\n  %count\n  %in(x)"],
    ["a name that only begins so", "a\n%svc_tables.length"],
    ["a modulo assignment", "a %= b"],
    ["percent signs in text", "console.log('100%', `50%`)"],
    ["nothing", ""],
  ])("%s", (_, cell) => {
    expect(findMagics(cell)).toEqual([]);
  });
});

test("a line magic between ordinary lines", () => {
  const cell = "const a = 1\n  %svc_tables sample.* \nconst b = 2";
  expect(findMagics(cell)).toEqual([
    {
      kind: "line",
      percents: 1,
      name: "svc_tables",
      start: 14,
      end: 35,
      line: "sample.*",
      lineStart: 25,
      lineEnd: 35,
      body: null,
      bodyStart: 35,
      target: null,
      nested: false,
    },
  ]);
});

test.each([
  ["%svc_tables;", "svc_tables", ""],
  ["%svc_job 12 -O \\\n  'it''s' -q ;\n1", "svc_job", "12 -O    'it''s' -q"],
  ["const a = b\n%svc_tables", "svc_tables", ""],
  ["/* note */ 1; //\n%svc_use `unclosed\nconst s = 1", "svc_use", "`unclosed"],
  ["\r\n%svc_use sample_datasets\r\n1", "svc_use", "sample_datasets"],
  ["%matplotlib inline", "matplotlib", "inline"],
  ["{\n  %svc_tables a\n}", "svc_tables", "a"],
  ["import { a } from 'b'\n%matplotlib inline", "matplotlib", "inline"],
  ["f()\n%matplotlib inline", "matplotlib", "inline"],
  ["function f() {}\n%time", "time", ""],
  ["if (a) b; else {}\n%time", "time", ""],
  ["b\n%svc_use a\n(c).d()", "svc_use", "a"],
  ["if (a)\n%svc_use a", "svc_use", "a"],
  ["console.log(`${bytes! / 1024} KB/s`);\n%svc_databases", "svc_databases", ""],
  ["const y = <string>foo + '/';\n%svc_jobs", "svc_jobs", ""],
  ["const f = <T,>(x: T) => x! / 2\n%svc_jobs don't", "svc_jobs", "don't"],
  ["const e = <p title='a\\'>it's {x} / `</p>\n%svc_use a", "svc_use", "a"],
  ["(<number>x) = null;\n%svc_use don't `x", "svc_use", "don't `x"],
  ["if (a) {} /`/.test(b)\n%svc_use a", "svc_use", "a"],
  ["class A { static { n! / 2 } x = 1 }\n%svc_use a", "svc_use", "a"],
  ["#!/usr/bin/env don't\n%svc_use a", "svc_use", "a"],
  ["const a = `${b! / 2}`, c = 'x' as const / d\n%svc_use a\nconst q = '/'", "svc_use", "a"],
  ["x = y; %svc", "", ""],
])("%j has a line magic", (cell, name, line) => {
  expect(findMagics(cell).map((call) => [call.kind, call.name, call.line])).toEqual(
    name === "" ? [] : [["line", name, line]],
  );
});

test("magics one after the other, the second after an apostrophe", () => {
  expect(findMagics("%svc_use don't\n%svc_tables '\n%svc_jobs").map(({ name }) => name)).toEqual([
    "svc_use",
    "svc_tables",
    "svc_jobs",
  ]);
});

test("magics beside text that only a parser can tell from code", () => {
  const cell =
    "%svc_use it's\nconst a = b! / 2 + `\n%svc_jobs\n`\nconst d = %svc_databases don't\n<p>\n%svc_tables\n</p>;\n%svc_tables '";
  expect(findMagics(cell).map(({ name, line }) => `${name} ${line}`)).toEqual([
    "svc_use it's",
    "svc_databases don't",
    "svc_tables '",
  ]);
});

describe("assignments", () => {
  test.each([
    ["x = %svc_job 123", { keyword: null, name: "x", hasType: false, start: 0 }],
    ["let x = %svc_job 123", { keyword: "let", name: "x", hasType: false, start: 0 }],
    ["const x: Table = %svc_job 123", { keyword: "const", name: "x", hasType: true, start: 0 }],
    ["1; x = %svc_job 123", { keyword: null, name: "x", hasType: false, start: 3 }],
    ["export const x = %svc_job 123", { keyword: null, name: null, hasType: false, start: 0 }],
    ["let x =\n%svc_job 123", { keyword: "let", name: "x", hasType: false, start: 0 }],
    ["let a = 1, x = %svc_job 123", { keyword: "let", name: null, hasType: false, start: 0 }],
    ["if (a) x = %svc_job 123", { keyword: null, name: null, hasType: false, start: 7 }],
    ["a.b[0] =%svc_job 123", { keyword: null, name: null, hasType: false, start: 0 }],
  ])("%s", (cell, target) => {
    expect(findMagics(cell).map((call) => [call.name, call.line, call.target])).toEqual([
      ["svc_job", "123", target],
    ]);
  });

  test("not in a comparison, an argument or an object", () => {
    expect(findMagics("a == %svc_job")).toEqual([]);
    expect(findMagics("f(x = %svc_job)")).toEqual([]);
    expect(findMagics("x += %svc_job 1")).toEqual([]);
    expect(findMagics("for (let x = %svc_job 1; ;) {}")).toEqual([]);
  });
});

describe("cell magics", () => {
  test("a cell magic at the start takes the whole cell", () => {
    const cell = "\n  \n%%svc_presto  sample_datasets -q \nselect 'it''s',\n  %svc_tables\n";
    expect(findMagics(cell)).toEqual([
      {
        kind: "cell",
        percents: 2,
        name: "svc_presto",
        start: 4,
        end: cell.length,
        line: "sample_datasets -q",
        lineStart: 16,
        lineEnd: 37,
        body: "select 'it''s',\n  %svc_tables\n",
        bodyStart: 38,
        target: null,
        nested: false,
      },
    ]);
  });

  test("with Windows line ends, and with nothing below", () => {
    expect(findMagics("%%svc_hive a\r\nselect 1\r\n").map(({ line, body }) => [line, body])).toEqual([
      ["a", "select 1\r\n"],
    ]);
    expect(findMagics("%%svc_hive a").map(({ line, body, bodyStart }) => [line, body, bodyStart])).toEqual([
      ["a", null, 12],
    ]);
  });

  test("after other code it is found and marked as a mistake", () => {
    expect(findMagics("const a = 1\n%%svc_presto x").map(({ kind, percents }) => [kind, percents])).toEqual([
      ["line", 2],
    ]);
  });
});

test.each(["%svc_tables?", "%svc_tables??", "%%svc_presto?", "?%svc_use", "1\n?%%svc_presto"])(
  "%s asks for help",
  (cell) => {
    expect(findMagics(cell).map(({ kind }) => kind)).toEqual(["help"]);
  },
);

test("any text is accepted, and offsets are within it", () => {
  const pieces = [
    "%svc_tables",
    "%%svc_presto",
    "`",
    "${",
    "}",
    "{",
    "(",
    ")",
    "/",
    "'",
    '"',
    "\n",
    "=",
    " ",
    "x",
    "//",
    "/*",
    "*/",
    "\\",
    "?",
    "𝒳",
  ];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let run = 0; run < 3000; run += 1) {
    const cell = Array.from({ length: random(14) }, () => pieces[random(pieces.length)] ?? "").join("");
    for (const call of findMagics(cell)) {
      expect(cell.slice(call.start, call.end)).toContain(call.name);
      expect(call.end).toBeLessThanOrEqual(cell.length);
      expect(call.lineStart).toBeLessThanOrEqual(call.lineEnd);
    }
  }
});
