import { expect, test } from "@jest/globals";
import { TableExpression } from "../../../../../src/core/table/expressions/table-expression.ts";
import { tableOf } from "../../table-of.ts";

const table = tableOf({ n: [1.5, null], s: ["a", null] });
const HEAD = "(svc$d,svc$p)=>";
const compiled = (text: string): string =>
  new TableExpression(`d => ${text}`, [table]).compile().text.slice(HEAD.length);

test.each([
  ["op.round(d.n)", '(svc$d["n"]==null?null:op.round(svc$d["n"]))'],
  ["round(d.n)", '(svc$d["n"]==null?null:op.round(svc$d["n"]))'],
  ["aq.op.round(d.n)", '(svc$d["n"]==null?null:op.round(svc$d["n"]))'],
  ["(0, arquero_1.round)(d.n)", '(svc$d["n"]==null?null:op.round(svc$d["n"]))'],
  ["d.n.round()", '(svc$d["n"]==null?null:op.round(svc$d["n"]))'],
  ["d.s.toUpperCase()", '(svc$d["s"]==null?null:op.svc_call_toUpperCase(svc$d["s"]))'],
])("%s calls one function", (text, code) => expect(compiled(text)).toBe(code));

test.each([
  ["d[1]()", "d"],
  ["Math.nothing(1)", "Math.nothing"],
])("%s is refused", (text, message) => expect(() => compiled(text)).toThrow(message));
