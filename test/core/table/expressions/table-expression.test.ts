import { expect, test } from "@jest/globals";
import { Unreadable } from "../../../../src/core/table/expressions/expression-refusals.ts";
import { TableExpression } from "../../../../src/core/table/expressions/table-expression.ts";
import { tableOf } from "../table-of.ts";

const table = tableOf({ n: [1, null], s: ["a", null] });
const compiled = (text: string): string => new TableExpression(text, [table]).compile().text;

test.each([
  ["(d) => d.n", '(svc$d,svc$p)=>svc$d["n"]'],
  ["n", '(svc$d,svc$p)=>svc$d["n"]'],
  ["(d) => 1", "(svc$d,svc$p)=>1"],
  ["d => d.n - 1", '(svc$d,svc$p)=>(svc$d["n"]==null?null:(svc$d["n"]-1))'],
  ["d => `${d.s}!`", '(svc$d,svc$p)=>(svc$d["s"]==null?null:`${svc$d["s"]}!`)'],
  ["d => d.n > 0 ? d.s : 'none'", `(svc$d,svc$p)=>((!(svc$d["n"]==null)&&(svc$d["n"]>0))?svc$d["s"]:'none')`],
  ["d => [d.n, ...d.s]", '(svc$d,svc$p)=>[svc$d["n"],...(svc$d["s"]??[])]'],
  ["d => ({ n: d.n, 'a b': 1 })", '(svc$d,svc$p)=>({"n":svc$d["n"],"a b":1})'],
])("%s is compiled with SQL's null", (text, code) => {
  expect(compiled(text)).toBe(code);
});

test("a criterion need not tell null from false", () => {
  const expression = new TableExpression("d => d.n > 0 && d.s === 'a'", [table]);
  expect(expression.compileCriterion()).toBe(
    `(svc$d,svc$p)=>((!(svc$d["n"]==null)&&(svc$d["n"]>0))&&(!(svc$d["s"]==null)&&(svc$d["s"]==='a')))`,
  );
});

test("what is computed says its kind, and what is copied its column", () => {
  expect(new TableExpression("d => d.n * 2", [table]).compile().result.kind).toBe("number");
  expect(new TableExpression("d => d.s", [table]).compile().result.column).toEqual({ name: "s", table: 0 });
});

test.each([
  "d =>",
  "async (d) => d.n",
  "d => new Map()",
  "d => d.missing",
  "d => ({ get n() { return 1 } })",
])("%s is left to Arquero", (text) => expect(() => compiled(text)).toThrow(Unreadable));
