import type { Dialect } from "../dialect.ts";
import type { Call, Expr } from "../parse/ast.ts";
import { nodesIn } from "../parse/nodes-in.ts";
import { findForms } from "./find-function.ts";

/** The calls of an expression, but for those of its subqueries. */
export function callsIn(expr: Expr): Call[] {
  const isCall = (node: object): node is Call => (node as Expr).kind === "call";
  return [...nodesIn(expr, ({ kind }) => kind === "query")].filter(isCall);
}

export const isAggregateCall = ({ name }: Call, dialect: Dialect): boolean =>
  findForms(name, dialect)?.[0]?.kind === "aggregate";
