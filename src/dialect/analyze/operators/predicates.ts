import type { Expr, ExprOf } from "../../parse/ast.ts";
import { commonOf, commonType, comparisonType } from "../../types/coercion.ts";
import { isCollection, type Type } from "../../types/type.ts";
import { BOOLEAN, isFloat, isNumeric, isOrderable, isText, UNKNOWN } from "../../types/type.ts";
import { isVolatile, isWorthBinding, writeBound } from "../bind-once.ts";
import { coerce } from "../coerce.ts";
import { equalForm } from "../equal-form.ts";
import { compareSql, equalRows, isNeverNan } from "./compare.ts";
import { compareBeyond } from "./decimals.ts";
import type { Scope } from "../scope.ts";
import { analyzeInQuery } from "../expressions/subqueries.ts";
import type { Translation } from "../translation.ts";
import { sqlOf, withType, type Typed } from "../typed.ts";
import { betweenSql, commas, engine, holds, type Sql, SqlMap, binary, chain, group } from "../../sql/tree.ts";

/** A boolean condition, or a null. Hive converts text and numbers. */
export const asBoolean = (t: Translation, value: Typed, pos: number, where: string): Typed =>
  t.hive && isTruthy(value.type) ? t.convert(value, BOOLEAN, pos) : asTest(t, value, pos, where);

/** A condition of IF or CASE, for which Hive converts nothing. */
export function asTest(t: Translation, value: Typed, pos: number, where: string): Typed {
  if (value.type.kind === "boolean") return value;
  if (value.type.kind === "unknown") return { ...value, sql: engine`CAST(NULL AS BOOLEAN)`, type: BOOLEAN };
  return t.mismatch(`${where} must evaluate to a boolean, not ${t.typeName(value.type)}`, pos);
}

const isTruthy = (type: Type): boolean => isText(type) || isNumeric(type) || type.kind === "timestamp";

/** Condition in WHERE and ON, without aggregates or window functions. */
export function rowCondition(t: Translation, expr: Expr, scope: Scope, where: string): Sql {
  const value = asBoolean(t, t.inRowCondition().expression(expr, scope), expr.pos, where);
  if (value.aggregate)
    t.fail(
      "EXPRESSION_NOT_SCALAR",
      `${where} can't hold aggregates or window functions; use a subquery`,
      expr.pos,
    );
  return value.sql;
}

export function analyzeAnd(t: Translation, expr: ExprOf<"logic">, scope: Scope): Typed {
  const args = expr.args.map((arg) =>
    asBoolean(t, t.expression(arg, scope), arg.pos, `an operand of ${expr.op}`),
  );
  const value = withType(group(chain(expr.op, lazily(sqlOf(args), expr.op))), BOOLEAN, args);
  const nonZero = args.flatMap((arg) => arg.nonZero ?? []);
  return expr.op === "AND" && nonZero.length > 0 ? { ...value, nonZero } : value;
}

/**
 * The engine evaluates all operands, in any order. Operands that can fail are made to depend on the ones before them, so
 * that `x <> 0 AND 10 / x > 1` does not divide by zero; others stay plain, for the engine's filter pushdown.
 */
function lazily(operands: readonly Sql[], op: "AND" | "OR"): readonly Sql[] {
  const settled = op === "AND" ? engine`FALSE` : engine`TRUE`;
  const canFail = (one: Sql): boolean => holds(one, "failure");
  const plain = (some: readonly Sql[]): Sql[] => some.filter((one) => !canFail(one));
  const after = (before: readonly Sql[], operand: Sql): Sql =>
    before.length === 0
      ? operand
      : engine`(CASE WHEN (${chain(op, before)}) IS ${settled} THEN ${settled} ELSE ${operand} END)`;
  const each = (some: readonly Sql[]): Sql[] =>
    some.map((one, i) => (canFail(one) ? after(plain(some.slice(0, i)), one) : one));
  if (operands.filter(canFail).length <= FEW) return each(operands);
  // Each half is written once for the other: one by one, each would repeat all before it.
  const halved = (some: readonly Sql[]): Sql => {
    if (some.filter(canFail).length <= FEW) return group(chain(op, each(some)));
    const [left, right] = [some.slice(0, some.length / 2), some.slice(some.length / 2)];
    return group(binary(op, halved(left), after(plain(left), halved(right))));
  };
  return [...plain(operands), halved(operands)];
}

/** As many operands that can fail may each repeat those before them. */
const FEW = 4;

const EQUALITIES = ["=", "<>", "<=>", "IN", "IS DISTINCT FROM"];

/** Converts values to their comparison type. @throws SqlError when the dialect can't compare the types. */
export function comparable(t: Translation, values: readonly Typed[], op: string, pos: number): Typed[] {
  const types = values.map((value) => value.type);
  const type = commonOf(types, t.dialect, comparisonType);
  if (type === null) {
    const [first, ...others] = types.map((one) => t.typeName(one));
    return t.mismatch(`cannot apply operator: ${first} ${op} ${others.join(" AND ")}`, pos);
  }
  if (!isOrderable(type) && !EQUALITIES.includes(op))
    return t.mismatch(`${t.typeName(type)} is not orderable`, pos);
  const converted = values.map((value) => {
    const one = coerce(t, value, type, pos);
    return isFloat(type) && !isFloat(value.type) ? { ...one, exact: true } : one;
  });
  // CHAR values are compared without trailing padding, but ordered with it: a control character sorts before a space.
  if (!t.hive && values.some((value) => value.type.kind === "char") && EQUALITIES.includes(op))
    return converted.map((value) => ({ ...value, sql: engine`rtrim(${value.sql}, ' ')` }));
  return t.hive || op === "IS DISTINCT FROM" ? converted.map((value) => equalForm(t, value, pos)) : converted;
}

export function analyzeCompare(
  t: Translation,
  op: string,
  leftExpr: Expr,
  rightExpr: Expr,
  pos: number,
  scope: Scope,
): Typed {
  const left = t.expression(leftExpr, scope);
  const right = t.expression(rightExpr, scope);
  const beyond = t.hive ? null : compareBeyond(op, left, right);
  if (beyond !== null) return withType(beyond, BOOLEAN, left, right);
  const [a, b] = comparable(t, [left, right], op, pos) as [Typed, Typed];
  if (op === "<=>") return withType(engine`(${a.sql} IS NOT DISTINCT FROM ${b.sql})`, BOOLEAN, left, right);
  const value = withType(compareSql(t, op, a, b), BOOLEAN, left, right);
  const nonZero = nonZeroOf(op, left, right);
  return nonZero === null ? value : { ...value, nonZero: [nonZero] };
}

/** What a comparison with 0 says not to be 0. */
function nonZeroOf(op: string, left: Typed, right: Typed): Sql | null {
  if (op !== "<>" && op !== "<" && op !== ">") return null;
  const of = right.constant === 0 ? left : left.constant === 0 ? right : null;
  return of === null || of.volatile === true || !isNumeric(of.type) || holds(of.sql, "query") ? null : of.sql;
}

export function analyzeBetween(t: Translation, expr: ExprOf<"between">, scope: Scope): Typed {
  const values = [expr.arg, expr.low, expr.high].map((part) => t.expression(part, scope));
  const sides = comparable(t, values, "BETWEEN", expr.pos);
  // The engine makes two comparisons of it.
  return writeBound(
    sides,
    ([arg, low, high]) => withType(between(t, expr.not, arg!, low!, high!), BOOLEAN, values),
    (side) => side === sides[0] && (isVolatile(side) || isWorthBinding(side)),
  );
}

function between(t: Translation, not: boolean, arg: Typed, low: Typed, high: Typed): Sql {
  // The engine rewrites BETWEEN in a way that moves a repeated operand out of its TRY.
  if (!t.hive && !arg.volatile && (mayBeNan(high) || holds(arg.sql, "failure"))) {
    const inside = engine`(${compareSql(t, ">=", arg, low)} AND ${compareSql(t, "<=", arg, high)})`;
    return not ? engine`(NOT ${inside})` : inside;
  }
  return group(betweenSql(not, arg.sql, low.sql, high.sql));
}

/** True if the value may be NaN, which the engine orders as the largest number and equal to itself. */
const mayBeNan = (value: Typed): boolean => isFloat(value.type) && !isNeverNan(value);

export function analyzeIn(t: Translation, expr: ExprOf<"in">, scope: Scope): Typed {
  const { list: listItems, pos } = expr;
  const items = Array.isArray(listItems) ? (listItems as readonly Expr[]) : [];
  // The engine would read a single subquery as a list of its rows, as Hive does.
  if (!t.hive && items.length === 1 && items[0]!.kind === "subquery")
    return t.expression(
      { kind: "compare", pos, op: expr.not ? "<>" : "=", left: expr.arg, right: items[0]! },
      scope,
    );
  const arg = t.expression(expr.arg, scope);
  if (items.length === 0) return analyzeInQuery(t, expr, arg, scope);
  const list = items.map((item) => t.expression(item, scope));
  if (t.hive && new Set([...list.map((item) => isText(item.type)), isText(arg.type)]).size > 1)
    return withType(withNot(expr.not, inEachType(t, arg, list, pos)), BOOLEAN, arg, list);
  const odd = list.findIndex((item) => comparisonType(arg.type, item.type, t.dialect) === null);
  if (odd >= 0)
    t.mismatch(
      `cannot apply operator: ${t.typeName(arg.type)} IN ${t.typeName(list[odd]!.type)}`,
      items[odd]!.pos,
    );
  const [first, ...rest] = comparable(t, [arg, ...list], "IN", expr.pos) as [Typed, ...Typed[]];
  // Hive compares field by field, where a null counts as unknown, but for a struct among several.
  const amongSeveral = expr.arg.kind !== "row" && rest.length > 1 && !expr.not;
  const byFields = first.type.kind === "row" && !amongSeveral;
  if (byFields || (!t.hive && (isCollection(first.type) || rest.some(mayBeNan)))) {
    const any = chain(
      "OR",
      rest.map((item) => (byFields ? equalRows(t, first, item) : compareSql(t, "=", first, item))),
    );
    return withType(expr.not ? engine`(NOT (${any}))` : engine`(${any})`, BOOLEAN, arg, list);
  }
  return withType(
    group(binary(expr.not ? "NOT IN" : "IN", first.sql, group(commas(sqlOf(rest))))),
    BOOLEAN,
    arg,
    list,
  );
}

/** Hive compares with each item in the type of the two. */
function inEachType(t: Translation, arg: Typed, list: readonly Typed[], pos: number): Sql {
  const itemsBy = new SqlMap<Sql[]>();
  const tests: { readonly of: Sql; readonly items: Sql[] }[] = [];
  for (const item of list) {
    const [a, b] = comparable(t, [arg, item], "IN", pos) as [Typed, Typed];
    const own: Sql[] = [];
    const items = itemsBy.add(a.sql, own);
    items.push(b.sql);
    if (items === own) tests.push({ of: a.sql, items });
  }
  return group(
    chain(
      "OR",
      tests.map(({ of, items }) => group(binary("IN", of, group(commas(items))))),
    ),
  );
}

export const withNot = (not: boolean, sql: Sql): Sql => group(not ? engine`NOT ${sql}` : sql);

export function analyzeIsBoolean(t: Translation, expr: ExprOf<"isBoolean">, scope: Scope): Typed {
  const arg = asBoolean(t, t.expression(expr.arg, scope), expr.pos, "IS TRUE");
  const value = expr.value ? engine`TRUE` : engine`FALSE`;
  return withType(group(binary(expr.not ? "IS NOT" : "IS", arg.sql, value)), BOOLEAN, arg);
}

export function analyzeDistinct(t: Translation, expr: ExprOf<"isDistinct">, scope: Scope): Typed {
  const values = [expr.left, expr.right].map((part) => t.expression(part, scope));
  const op = `IS ${expr.not ? "NOT " : ""}DISTINCT FROM`;
  const beyond = t.hive ? null : compareBeyond(op, values[0]!, values[1]!);
  const [a, b] = comparable(t, values, "IS DISTINCT FROM", expr.pos);
  return withType(beyond ?? group(binary(op, a!.sql, b!.sql)), BOOLEAN, values);
}

/** Converts values of branches (CASE, COALESCE, arrays) to their common type. @param positions - Source position of each, for errors. */
export function unified(
  t: Translation,
  values: readonly Typed[],
  what: string,
  pos: number,
  positions: readonly number[] = [],
): { values: Typed[]; type: Type } {
  let type: Type = UNKNOWN;
  for (const [i, value] of values.entries())
    type =
      commonType(type, value.type, t.dialect) ??
      t.mismatch(
        `${what} must be the same type: ${[...new Set(values.map((one) => t.typeName(one.type)))].join(", ")}`,
        positions[i] ?? pos,
      );
  return { values: values.map((value, i) => coerce(t, value, type, positions[i] ?? pos)), type };
}
