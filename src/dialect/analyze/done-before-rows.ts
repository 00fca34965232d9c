import type { Query } from "../parse/ast.ts";
import { nodesIn } from "../parse/nodes-in.ts";
import type { Statement } from "../parse/statement-ast.ts";

/**
 * What a statement has computed before it gives its first row. Until then it may run again, so its decimals are written for few digits, which the
 * engine computes fastest, and where it fails for a longer one the statement runs again with none of them. One that sorts its rows, or writes
 * them, has computed all; other queries the sums of groups, but not windows; with set operations nothing, as their second side may come later.
 */
export type DoneBeforeRows = "all" | "sums" | "nothing";

export function doneBeforeRows(statement: Statement): DoneBeforeRows {
  switch (statement.kind) {
    case "explain":
      return doneBeforeRows(statement.statement);
    case "select":
      return ofQuery(statement.query);
    // Who reads the view does not compile it again.
    case "createView":
      return "nothing";
    default:
      return "all";
  }
}

function ofQuery(query: Query): DoneBeforeRows {
  if (query.orderBy.length > 0) return "all";
  for (const node of nodesIn(query)) if (node["kind"] === "setOp") return "nothing";
  return "sums";
}
