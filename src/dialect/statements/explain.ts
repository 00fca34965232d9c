import type { Translation } from "../analyze/translation.ts";
import type { StatementOf } from "../parse/ast.ts";
import type { Plan, PlanColumn } from "../plan.ts";
import { BOOLEAN, VARCHAR } from "../types/type.ts";

type Explain = StatementOf<"explain">;

/** The single result column of EXPLAIN. @throws SqlError for an unsupported EXPLAIN type. */
export function explainColumn(t: Translation, { type, pos }: Explain): PlanColumn {
  if (type === "VALIDATE") return { name: "Valid", type: BOOLEAN };
  if (type !== "LOGICAL" && type !== "DISTRIBUTED") t.unsupported(`EXPLAIN (TYPE ${type})`, pos);
  return { name: t.hive ? "Explain" : "Query Plan", type: VARCHAR };
}

/** EXPLAIN: plans the statement, which reports its errors, and returns the engine's plan. */
export async function planExplain(
  t: Translation,
  statement: Explain,
  planInner: () => Promise<Plan>,
): Promise<Plan> {
  const column = explainColumn(t, statement);
  const inner = await planInner();
  const plan = { kind: "explain", column: column.name, analyze: false, query: null } as const;
  switch (inner.kind) {
    case "query":
      return { ...plan, analyze: statement.analyze, query: inner.sql, text: "" };
    case "write":
      if (statement.analyze) t.unsupported("EXPLAIN ANALYZE of a statement that changes data", statement.pos);
      return { ...plan, text: `${inner.updateType}\n${inner.steps.map((step) => step.sql.sql).join(";\n")}` };
    default:
      return { ...plan, text: "answered from the catalogue" };
  }
}
