import type { ExprOf } from "../../parse/ast.ts";
import { compareSql } from "./compare.ts";
import { asTest, comparable, unified } from "./predicates.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { type Typed, carry, sqlOf, withType } from "../typed.ts";
import { withShortBranches } from "./short-decimal.ts";
import { oneOf } from "../whole-digits.ts";
import { isVolatile, isWorthBinding, writeBound } from "../bind-once.ts";
import { holds, type Sql, caseOf, group } from "../../sql/tree.ts";

export function analyzeCase(t: Translation, expr: ExprOf<"case">, scope: Scope): Typed {
  const arg = expr.arg === null ? null : t.expression(expr.arg, scope);
  const whens = expr.whens.map(({ when }) => t.expression(when, scope));
  const isTest = arg === null;
  const results = expr.whens.map(({ then }, i) => (isTest ? t.where(whens[i]!) : t).expression(then, scope));
  const otherwise = expr.otherwise === null ? [] : [t.expression(expr.otherwise, scope)];
  const positions = [...expr.whens.map(({ then }) => then.pos), expr.otherwise?.pos ?? expr.pos];
  const { values, type } = unified(t, [...results, ...otherwise], "all CASE results", expr.pos, positions);
  const condition = (operand: Typed | null, when: Typed, pos: number): Sql => {
    if (operand === null) return asTest(t, when, pos, "CASE WHEN").sql;
    const [left, right] = comparable(t, [operand, when], "=", pos) as [Typed, Typed];
    return compareSql(t, "=", left, right);
  };
  const write = (operand: Typed | null, parts: readonly Typed[]): Typed => {
    const tests = whens.map((_, i) => condition(operand, parts[i]!, expr.whens[i]!.when.pos));
    const branches = parts.slice(whens.length);
    const select = (of: readonly Sql[]): Sql =>
      group(
        caseOf(
          tests.map((test, i) => [test, of[i]!]),
          of[tests.length] ?? null,
        ),
      );
    const value = oneOf(withType(select(sqlOf(branches)), type, parts), branches);
    return withShortBranches(value, branches, select);
  };
  const parts = [...whens, ...values];
  if (arg === null) return write(null, parts);
  // Each branch compares with the operand, which has one value for all of them. A subquery in a branch would be computed for all rows.
  const isPlain = !parts.some(({ sql }) => holds(sql, "query"));
  const isBound = (one: Typed): boolean =>
    one === arg && (isVolatile(arg) || (isPlain && isWorthBinding(arg)));
  return writeBound([arg, ...parts], ([operand, ...rest]) => carry(write(operand!, rest), operand!), isBound);
}
