// This folder: operators by the types of their operands.

import { carry, type Typed, withSql } from "../typed.ts";
import type { ExprOf } from "../../parse/ast.ts";
import { analyzeArithmetic } from "./arithmetic.ts";
import { analyzeConcat } from "./concat.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { holds, letIn, variable } from "../../sql/tree.ts";

/** Maximum nested operations; the engine parses at most a thousand levels. */
const MAX_LEVELS = 100;

/** A chain of operators of equal precedence. */
export function analyzeOperation(t: Translation, { first, rest }: ExprOf<"operation">, scope: Scope): Typed {
  const start = t.expression(first, scope);
  const args = rest.map(({ arg }) => t.expression(arg, scope));
  const all = [start, ...args];
  if (rest[0]!.op === "||") {
    // Values before an array are concatenated to one element of it.
    const array = all.findIndex(({ type }) => type.kind === "array");
    const { pos } = rest[0]!;
    const front = array > 1 ? [analyzeConcat(t, all.slice(0, array), pos), ...all.slice(array)] : all;
    const hasChar = front.some(({ type }) => type.kind === "char");
    const joined = hasChar
      ? front.reduce((a, b) => analyzeConcat(t, [a, b], pos))
      : analyzeConcat(t, front, pos);
    return carry(joined, all);
  }
  const chain = (from: Typed, values: readonly Typed[], at: number): Typed =>
    values.reduce(
      (left, right, i) => analyzeArithmetic(t, rest[at + i]!.op, left, right, rest[at + i]!.pos),
      from,
    );
  let result = chain(start, args.slice(0, MAX_LEVELS), 0);
  for (let at = MAX_LEVELS; at < args.length; at += MAX_LEVELS) {
    // The engine allows no subquery inside a let.
    const values = args.slice(at, at + MAX_LEVELS);
    const held = [result, ...values.filter(({ sql }) => holds(sql, "query"))];
    const variables = new Map(held.map((value) => [value, variable()] as const));
    const named = (value: Typed): Typed => withSql(value, variables.get(value) ?? value.sql);
    const next = chain(named(result), values.map(named), at);
    const operands = held.map(({ sql }) => sql);
    result = { ...next, sql: letIn(operands, [...variables.values()], next.sql) };
  }
  return carry(result, all);
}
