import { callsIn, isAggregateCall } from "../../functions/calls-in.ts";
import type { ExprOf } from "../../parse/ast.ts";
import { commonType } from "../../types/coercion.ts";
import { instantiate, type Pattern } from "../../types/signature.ts";
import type { Type } from "../../types/type.ts";
import { coerce } from "../coerce.ts";
import { QueryBlock } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { withType, type Typed } from "../typed.ts";
import { holds, lambdaOf, type Sql, type Variable, variable } from "../../sql/tree.ts";

type LambdaExpr = ExprOf<"lambda">;
type LambdaPattern = Extract<Pattern, { kind: "lambda" }>;

/** How often a result may widen the parameters it depends on, such as an integer sum that adds doubles. */
const ROUNDS = 4;

/** Translates a lambda argument to `lambda a, b: body`; binds the type variable of its result. */
export function analyzeLambda(
  t: Translation,
  expr: LambdaExpr,
  pattern: LambdaPattern,
  bound: Map<string, Type>,
  scope: Scope,
): Typed {
  checkScalar(t, expr);
  for (let round = 0; ; round++) {
    const params = pattern.params.map((param) => instantiate(param, bound));
    const { variables, body } = lambdaBody(t, expr, params, scope);
    const write = (sql: Sql): Typed => ({ ...body, sql: lambdaOf(variables, sql) });
    const { result } = pattern;
    if (result.kind !== "variable")
      return write(
        coerce(t, body, checked(t, body.type, instantiate(result, bound), expr.pos), expr.pos).sql,
      );
    const before = bound.get(result.name);
    const type = before === undefined ? body.type : commonType(before, body.type, t.dialect);
    if (type === null) return wrongResult(t, body.type, before!, expr.pos);
    const settled = before !== undefined && t.typeName(before) === t.typeName(type);
    bound.set(result.name, type);
    if (before === undefined || settled || round >= ROUNDS) return write(coerce(t, body, type, expr.pos).sql);
  }
}

/** The lambda's body, and the variables for its parameters. */
function lambdaBody(
  t: Translation,
  expr: LambdaExpr,
  params: readonly Type[],
  scope: Scope,
): { variables: Variable[]; body: Typed } {
  const variables = expr.params.map(() => variable());
  const values = new Map(
    expr.params.map((param, i) => [param.text.toLowerCase(), withType(variables[i]!, params[i]!)]),
  );
  const inner: Scope = { ...scope, block: new QueryBlock(), values, outer: scope };
  const body = t.expression(expr.body, inner);
  if (holds(body.sql, "query")) t.unsupported("a subquery in a lambda", expr.pos);
  return { variables, body };
}

/** An aggregate in a lambda would have one value for all elements, which the hosted service refuses. */
function checkScalar(t: Translation, { body }: LambdaExpr): void {
  for (const call of callsIn(body))
    if (call.over !== null || call.name.toLowerCase() === "grouping" || isAggregateCall(call, t.dialect))
      t.fail(
        "EXPRESSION_NOT_SCALAR",
        `a lambda can't hold aggregates, window functions or grouping; compute ${call.name} in a subquery`,
        call.pos,
      );
}

function checked(t: Translation, from: Type, to: Type, pos: number): Type {
  return commonType(from, to, t.dialect) === null ? wrongResult(t, from, to, pos) : to;
}

const wrongResult = (t: Translation, from: Type, to: Type, pos: number): never =>
  t.fail("FUNCTION_NOT_FOUND", `the lambda gives ${t.typeName(from)}, expected ${t.typeName(to)}`, pos);
