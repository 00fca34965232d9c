import type { Translation } from "../analyze/translation.ts";
import type { TranslateContext } from "../catalogue.ts";
import type { Statement } from "../parse/ast.ts";
import type { Plan } from "../plan.ts";
import { planStatement } from "./plan-statement.ts";

/** EXPLAIN: the statement is translated, so its faults show, and the engine's plan is the answer. */
export async function planExplain(
  t: Translation,
  statement: Extract<Statement, { kind: "explain" }>,
  context: TranslateContext,
): Promise<Plan> {
  const inner = await planStatement(t, statement.statement, context);
  const column = t.hive ? "Explain" : statement.type === "VALIDATE" ? "Valid" : "Query Plan";
  if (statement.type === "VALIDATE")
    return { kind: "rows", columns: [{ name: "Valid", type: { kind: "boolean" } }], rows: [["true"]] };
  if (!["LOGICAL", "DISTRIBUTED", "IO"].includes(statement.type))
    t.unsupported(`EXPLAIN (TYPE ${statement.type})`, statement.pos);
  if (statement.type === "IO") t.unsupported("EXPLAIN (TYPE IO)", statement.pos);
  switch (inner.kind) {
    case "query":
      return { kind: "explain", analyze: statement.analyze, query: inner.sql, text: "", column };
    case "write":
      if (statement.analyze) t.unsupported("EXPLAIN ANALYZE of a statement that changes data", statement.pos);
      return {
        kind: "explain",
        analyze: false,
        query: null,
        text: `${inner.updateType}\n${inner.steps.map((step) => step.sql.sql).join(";\n")}`,
        column,
      };
    default:
      return { kind: "explain", analyze: false, query: null, text: "answered from the catalogue", column };
  }
}
