import type { Call, Expr } from "../ast.ts";

/** A call without any of what SQL lets follow its arguments. */
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
