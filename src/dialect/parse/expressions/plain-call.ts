import type { Call, Expr } from "../ast.ts";

/** A call without modifiers. */
export function plainCall(pos: number, name: string, args: readonly Expr[]): Call {
  return {
    kind: "call",
    pos,
    name,
    args,
    distinct: false,
    orderBy: [],
    filter: null,
    over: null,
    nullTreatment: null,
  };
}
