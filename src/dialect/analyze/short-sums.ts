import type { Query } from "../parse/ast.ts";
import { nodesIn } from "../parse/nodes-in.ts";
import type { Statement } from "../parse/statement-ast.ts";

/**
 * The sums of decimals that are written for values of few digits, which the engine adds fastest. For longer values it fails, and the statement
 * runs again with none of them. So it must not have given rows before: one that sorts its rows, or writes them, gives none before all of its sums
 * are done. Other queries give rows while they compute a window, or the second side of a set operation.
 */
export type ShortSums = "all" | "grouped" | "none";

export function shortSums(statement: Statement): ShortSums {
  switch (statement.kind) {
    case "explain":
      return shortSums(statement.statement);
    case "select":
      return ofQuery(statement.query);
    // Who reads the view does not compile it again.
    case "createView":
      return "none";
    default:
      return "all";
  }
}

function ofQuery(query: Query): ShortSums {
  if (query.orderBy.length > 0) return "all";
  for (const node of nodesIn(query)) if (node["kind"] === "setOp") return "none";
  return "grouped";
}
