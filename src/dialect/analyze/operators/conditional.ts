import type { ExprOf } from "../../parse/ast.ts";
import { compareSql } from "./compare.ts";
import { asBoolean, comparable, unified } from "./predicates.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { typed } from "../typed.ts";
import { EMPTY, engine, join } from "../../sql/tree.ts";

/** Both forms of CASE. */
export function analyzeCase(t: Translation, expr: ExprOf<"case">, scope: Scope): Typed {
  const arg = expr.arg === null ? null : t.expression(expr.arg, scope);
  const conditions = expr.whens.map(({ when }) => {
    const value = t.expression(when, scope);
    if (arg === null) return asBoolean(t, value, when.pos, "CASE WHEN");
    const [left, right] = comparable(t, [arg, value], "=", when.pos) as [Typed, Typed];
    return typed(compareSql(t, "=", left, right), { kind: "boolean" }, arg, value);
  });
  const results = expr.whens.map(({ then }) => t.expression(then, scope));
  const otherwise = expr.otherwise === null ? [] : [t.expression(expr.otherwise, scope)];
  const positions = [...expr.whens.map(({ then }) => then.pos), expr.otherwise?.pos ?? expr.pos];
  const { values, type } = unified(t, [...results, ...otherwise], "all CASE results", expr.pos, positions);
  const branches = conditions.map((condition, i) => engine`WHEN ${condition.sql} THEN ${values[i]!.sql}`);
  const last = otherwise.length === 0 ? EMPTY : engine` ELSE ${values.at(-1)!.sql}`;
  return typed(engine`(CASE ${join(branches, " ")}${last} END)`, type, conditions, values);
}
