// This folder: an expression's type and its SQL: names, calls, aggregates, windows, subqueries.

import { carry, type Typed, withType } from "../typed.ts";
import type { Expr, ExprOf } from "../../parse/ast.ts";
import { BOOLEAN, UNKNOWN, VARCHAR, simple } from "../../types/type.ts";
import { analyzeUnary } from "../operators/arithmetic.ts";
import { analyzeCall } from "./call.ts";
import { analyzeCase } from "../operators/conditional.ts";
import { convertExplicitly } from "../coerce.ts";
import { analyzeArray, analyzeField, analyzeRow, analyzeSubscript } from "./arrays-and-rows.ts";
import { analyzeInterval, analyzeNumber, analyzeTypedLiteral } from "./literals.ts";
import { analyzeOperation } from "../operators/operation.ts";
import { analyzeLike } from "../operators/like.ts";
import { analyzeName } from "./names.ts";
import {
  analyzeAnd,
  analyzeBetween,
  analyzeCompare,
  analyzeDistinct,
  analyzeIn,
  analyzeIsBoolean,
  asBoolean,
} from "../operators/predicates.ts";
import { emptyScope, type Scope } from "../scope.ts";
import { analyzeExists, analyzeQuantified, analyzeScalarSubquery } from "./subqueries.ts";
import type { Translation } from "../translation.ts";
import { resolveTypeName } from "../type-names.ts";
import { inZone, offsetAtStart, offsetLiteral, sessionInstantOf, zoneOf } from "../../time/zones.ts";
import { engine, literal, group, isNull } from "../../sql/tree.ts";

/** Translates an expression: resolves names, infers types, and writes the engine's SQL with the dialect's semantics. */
export function analyzeExpr(t: Translation, expr: Expr, scope: Scope): Typed {
  switch (expr.kind) {
    case "name":
      return analyzeName(t, expr, scope);
    case "call":
      // An aggregate also reads rows in which the conditions around it are false.
      return analyzeCall(t.everywhere(), expr, scope);
    case "number":
      return analyzeNumber(t, expr.text, expr.pos);
    case "string":
      return {
        sql: literal(expr.value),
        type: t.hive ? VARCHAR : { kind: "varchar", length: [...expr.value].length },
        constant: expr.value,
      };
    case "compare":
      return analyzeCompare(t, expr.op, expr.left, expr.right, expr.pos, scope);
    case "operation":
      return analyzeOperation(t, expr, scope);
    case "cast": {
      const arg = t.expression(expr.arg, scope);
      const to = resolveTypeName(t, expr.type);
      return carry(convertExplicitly(t, arg, to, expr.pos, expr.safe), arg);
    }
    case "logic":
      return analyzeAnd(t, expr, scope);
    case "null":
      return { sql: engine`NULL`, type: UNKNOWN, constant: null };
    case "case":
      return analyzeCase(t, expr, scope);
    case "array":
      return analyzeArray(
        t,
        expr.items.map((item) => t.expression(item, scope)),
        expr.pos,
        expr.items.map(({ pos }) => pos),
      );
    case "in":
      return analyzeIn(t, expr, scope);
    case "binary":
      return withType(engine`unhex(${literal(expr.hex)})`, simple("varbinary"));
    case "boolean":
      return { sql: expr.value ? engine`TRUE` : engine`FALSE`, type: BOOLEAN, constant: expr.value };
    case "parameter":
      return analyzeParameter(t, expr.index, expr.pos);
    case "typedLiteral":
      return analyzeTypedLiteral(t, expr);
    case "interval":
      return analyzeInterval(t, expr, scope);
    case "star":
      return t.syntaxError("'*' is allowed only in a select list and in count(*)", expr.pos);
    case "unary":
      if (expr.op !== "NOT") return analyzeUnary(t, expr.op, t.expression(expr.arg, scope), expr.pos);
      return not(asBoolean(t, t.expression(expr.arg, scope), expr.arg.pos, "NOT"));
    case "quantified":
      return analyzeQuantified(t, expr, scope);
    case "between":
      return analyzeBetween(t, expr, scope);
    case "like":
      return analyzeLike(t, expr, scope);
    case "isNull": {
      const arg = t.expression(expr.arg, scope);
      return withType(group(isNull(arg.sql, expr.not)), BOOLEAN, arg);
    }
    case "isBoolean":
      return analyzeIsBoolean(t, expr, scope);
    case "isDistinct":
      return analyzeDistinct(t, expr, scope);
    case "exists":
      return analyzeExists(t, expr.query, scope);
    case "lambda":
      return t.mismatch("a lambda can only be an argument of a function that takes one", expr.pos);
    case "subscript":
      return analyzeSubscript(t, expr, scope);
    case "field":
      return analyzeField(t, t.expression(expr.arg, scope), expr.name);
    case "row":
      return analyzeRow(expr.items.map((item) => t.expression(item, scope)));
    case "subquery":
      return analyzeScalarSubquery(t, expr.query, scope);
    case "atTimeZone":
      return analyzeAtTimeZone(t, expr, scope);
  }
}

function analyzeAtTimeZone(
  t: Translation,
  { arg, zone: by, pos }: ExprOf<"atTimeZone">,
  scope: Scope,
): Typed {
  const time = t.expression(arg, scope);
  const zoneValue = t.expression(by, scope);
  const zone =
    zoneValue.type.kind === "intervalDaySecond" && typeof zoneValue.constant === "number"
      ? offsetLiteral(zoneValue.constant / 60_000)
      : zoneValue;
  const isClock = time.type.kind === "time" || time.type.kind === "timetz";
  if (!isClock && time.type.kind !== "timestamptz" && time.type.kind !== "timestamp")
    return t.mismatch(`AT TIME ZONE needs a time, not ${t.typeName(time.type)}`, pos);
  t.literalText(zone, "a time zone", pos);
  const instant = sessionInstantOf(t, time);
  const { precision } = time.type;
  const local = isClock
    ? withType(instant, { kind: "timetz", precision, zone: offsetAtStart(t, zoneOf(t, zone, pos)) })
    : inZone(t, instant, precision, zone, pos);
  return carry(local, time, zone);
}

/** A parameter's value, with errors positioned at the `?`; without a value, a null of its given type, or of the type that the context requires. */
function analyzeParameter(t: Translation, index: number, pos: number): Typed {
  const { parameters, givenTypes } = t.options;
  if (parameters !== null) return t.expression(movedTo(parameters[index]!, pos), emptyScope());
  t.parameterTypes[index] ??= UNKNOWN;
  const type = givenTypes?.[index] ?? UNKNOWN;
  return { sql: engine`NULL`, type, constant: null, parameter: index };
}

/** A copy of an expression with all positions set to one offset. */
function movedTo(expr: Expr, pos: number): Expr {
  return JSON.parse(JSON.stringify(expr), (key, value: unknown) => (key === "pos" ? pos : value)) as Expr;
}

const not = (arg: Typed): Typed => withType(engine`(NOT ${arg.sql})`, BOOLEAN, arg);
