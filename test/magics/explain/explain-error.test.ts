import { CellPlan } from "../../../src/magics/cell/cell-plan.ts";
import { expect, test } from "@jest/globals";
import { explainError, placedInCell } from "../../../src/magics/explain/explain-error.ts";
import { SAMPLE_CATALOGUE } from "../helpers/sample-catalogue.ts";

const explain = (cell: string, evalue: string, ename = "QueryError"): string =>
  explainError(new CellPlan(cell), { ename, evalue }, SAMPLE_CATALOGUE, { database: "sample_datasets" }).join(
    "\n",
  );

test("the line, a caret, and the suggested name", () => {
  expect(
    explain(
      "%%svc_presto -q\nselect symbol,\n  '日本', clse\nfrom nasdaq",
      "presto job 12 failed: line 2:9: Column 'clse' cannot be resolved",
    ),
  ).toBe("  2 |   '日本', clse\n    |           ^\ndid you mean close?");
});

test("the caret is below its character after an emoji", () => {
  expect(
    explain("%%svc_presto\nselect '😀', clse from nasdaq", "line 1:13: Column 'clse' cannot be resolved"),
  ).toBe("  1 | select '😀', clse from nasdaq\n    |              ^\ndid you mean close?");
});

test("a variable that -o can't declare anew, or that the query reads", () => {
  const cell = "%%svc_presto shop -o df\nselect * from {df}";
  expect(explain(cell, "Cannot access 'df' before initialization", "ReferenceError")).toBe(
    "-o df makes a new variable, so that the query can't read the old df: choose another name",
  );
  expect(explain(cell, "Identifier 'df' has already been declared", "SyntaxError")).toBe(
    "df was declared by const or var, and can't be declared anew: choose another name for -o",
  );
  expect(explain(cell, "Cannot access 'x' before initialization", "ReferenceError")).toBe("");
});

test("Hive, and the position of a table", () => {
  expect(
    explain(
      "%%svc_hive sample_datasets\nselect * from nasdac",
      "hive job 3 failed: line 1:15 Table not found 'nasdac'",
    ),
  ).toBe("  1 | select * from nasdac\n    |               ^\ndid you mean nasdaq?");
});

test("no caret after a variable, whose value is not in the cell", () => {
  expect(explain("%%svc_presto\nselect {a}, b +", "line 1:16: mismatched input")).toBe(
    "  1 | select {a}, b +",
  );
});

test("after a variable the kernel's excerpt, of the text that was sent, is not repeated", () => {
  const traceback = ["QueryError: x", "  1 | select 'IBM', prcie from t", "    |               ^"];
  const error = { ename: "QueryError", evalue: "line 1:15: column 'clse' cannot be resolved", traceback };
  const plan = new CellPlan("%%svc_presto\nselect {a}, clse from nasdaq");
  expect(explainError(plan, error, SAMPLE_CATALOGUE, { database: "sample_datasets" })).toEqual([
    "did you mean close?",
  ]);
});

test.each(["{names[0]}", "{names.0}", "{{names}}", "{ names }", "{names:identifier}", "{names.join('')}", "{names"])(
  "%s is no variable",
  (braces) => {
    const cell = `%%svc_presto\nselect {big}, '{"a": 1}', ${braces}`;
    const lines = explainWith(cell, "line 1:40: expected an expression, found '{'", ["big", "names"]).split("\n");
    expect(lines.slice(1)).toEqual([
      `${braces} is no variable: braces take {name} or {name.field}, with :id for names, :raw for SQL; give other values a name first`,
    ]);
  },
); // prettier-ignore

test("a long line is shortened around the position", () => {
  const lines = explain(
    `%%svc_presto\nselect ${"x, ".repeat(100)}!`,
    "line 1:308: mismatched input '!'",
  ).split("\n");
  expect(lines[0]).toHaveLength(107);
  expect(lines[0]?.[lines[1]?.indexOf("^") ?? 0]).toBe("!");
});

const explainWith = (cell: string, evalue: string, variables: string[], ename = "QueryError"): string =>
  explainError(new CellPlan(cell), { ename, evalue }, SAMPLE_CATALOGUE, {
    database: "sample_datasets",
    variables,
  }).join("\n");

test("a variable without a value", () => {
  const error = "line 1:8: expected an expression, found '{'";
  expect(
    explainWith("%%svc_presto\nselect {later}, '{now}', {later}", error, ["later", "now"])
      .split("\n")
      .slice(2),
  ).toEqual(["if the variable later has no value yet, give it one; null means NULL"]);
});

test("a name in braces that is not a variable", () => {
  const cell = "%%svc_presto\nselect 1 where 2 > {treshold} and '{quoted}' = ''";
  const error = "SYNTAX_ERROR: line 1:20: expected an expression, found '{'";
  expect(explainWith(cell, error, ["threshold"])).toContain(
    "\nthere is no variable called treshold; did you mean {threshold}?",
  );
  expect(explainWith(cell, error, [])).toMatch(/\nthere is no variable called treshold$/);
  expect(
    explainWith("%%svc_presto\nselect clse from nasdaq", "Column 'clse' cannot be resolved", []),
  ).not.toContain("variable");
});

test("a variable whose value can't be written in SQL", () => {
  const cell = "%%svc_presto\nselect {a}, {other} where x in {names} -- {no}";
  expect(
    explainWith(
      cell,
      "value 2 of the sql template: an empty list can't be an SQL value; leave the condition out",
      ["a", "names"],
      "ConfigError",
    ),
  ).toBe("value 2 is {names}");
});

test("a text in double quotes", () => {
  expect(
    explain(
      '%%svc_presto\nselect 1 from nasdaq where symbol = "IBM"',
      "line 1:36: column 'IBM' cannot be resolved",
    ),
  ).toContain(`\n"IBM" in double quotes is a column; write text in single quotes: 'IBM'`);
  expect(
    explain('%%svc_presto\nselect "clse" from nasdaq', "line 1:8: column 'clse' cannot be resolved"),
  ).toContain("\ndid you mean close?");
});

test("other errors and cells get no explanation", () => {
  expect(explain("%%svc_presto\nselect 1", "line 1:1: x", "UsageError")).toBe("");
  expect(explain("await read_svc_query('select x', engine)", "line 1:8: x")).toBe("");
  expect(explain("%%svc_presto\nselect 1", "presto job 1 was killed")).toBe("");
  expect(explain("%%svc_presto\nselect 1", "line 9:1: x")).toBe("");
});

test("a table of the notebook in a query", () => {
  const way = (name: string): string =>
    `${name} is a variable of the notebook: {${name}} in FROM sends a small table with the query; --local on the magic's line runs the query on this machine, where it can read it; or await to_svc(${name}, "database.${name}", connect()) writes it to the service`;
  const scope = { database: "sample_datasets", variables: ["airports"] };
  const explained = (cell: string, evalue: string): string[] =>
    explainError(new CellPlan(cell), { ename: "QueryError", evalue }, SAMPLE_CATALOGUE, scope);
  expect(
    explained(
      "%%svc_presto\nselect * from nasdaq join {airports} a on 1 = 1",
      "value 1 of the sql template: the table has 120,000 rows, and a query can hold 1,000; write it with to_svc",
    ),
  ).toEqual(["value 1 is {airports}"]);
  expect(
    explained(
      "%%svc_presto\nselect * from airports",
      "presto job 1 failed: line 1:15: Table 'svc.sample_datasets.airports' does not exist",
    ).at(-1),
  ).toBe(way("airports"));
});

test.each<[string, string, string]>([
  ["%%svc_presto db\nselect 1,\n  {obj.zz}", "5:9", "3:8"],
  ["%%svc_presto db -q select {obj.zz:raw}, {obj.zz}", "4:51", "1:32"],
  ["%%svc_hive\nselect {obj.zz.part}", "4:51", "2:13"],
  ["%%svc_presto\nselect {a.zz}, {b.zz}", "4:57", "4:57"],
  ["const a = obj.zz", "1:15", "1:15"],
])("a type error in a value of %j that the program has at %s is at %s", (cell, program, place) => {
  const text = "Property 'zz' does not exist on type '{ a: number; }'.";
  expect(placedInCell(new CellPlan(cell), `${program} - ${text}`)).toBe(`${place} - ${text}`);
});
