import type { Translation } from "../analyze/translation.ts";
import { tablesIn } from "../parse/free-tables.ts";
import type { Name } from "../parse/ast.ts";
import type { Statement, StatementOf } from "../parse/statement-ast.ts";
import type { Plan, PlanColumn } from "../plan.ts";
import { BOOLEAN, VARCHAR } from "../types/type.ts";

type Explain = StatementOf<"explain">;

/** The single result column of EXPLAIN. */
export const explainColumn = (t: Translation, { type }: Explain): PlanColumn =>
  type === "VALIDATE"
    ? { name: "Valid", type: BOOLEAN }
    : { name: t.hive ? "Explain" : "Query Plan", type: VARCHAR };

/** EXPLAIN: plans the statement, which reports its errors, and gives the engine's plan or what the statement reads and writes. */
export async function planExplain(
  t: Translation,
  statement: Explain,
  planInner: () => Plan | Promise<Plan>,
): Promise<Plan> {
  const column = explainColumn(t, statement);
  const inner = await planInner();
  const rows = (text: string): Plan => ({ kind: "rows", columns: [column], rows: [[text]] });
  if (statement.type === "VALIDATE") return rows("true");
  if (statement.type === "IO") return rows(JSON.stringify(tablesOf(t, statement.statement), null, 2));
  switch (inner.kind) {
    case "query":
      return { kind: "explain", column: column.name, analyze: statement.analyze, query: inner.sql };
    case "write": {
      if (statement.analyze) t.unsupported("EXPLAIN ANALYZE of a statement that changes data", statement.pos);
      const [step] = inner.steps.filter(({ counted }) => counted);
      if (step === undefined) return rows(inner.updateType);
      return { kind: "explain", column: column.name, analyze: false, query: step.sql };
    }
    default:
      return rows("answered from the catalogue");
  }
}

/** Trino's estimate where nothing is known. */
const UNKNOWN = { outputRowCount: "NaN", outputSizeInBytes: "NaN", cpuCost: "NaN", maxMemory: "NaN", networkCost: "NaN" }; // prettier-ignore

/** What EXPLAIN (TYPE IO) gives: the tables and views that the statement reads, each once, and the table that gets its rows. */
function tablesOf(t: Translation, statement: Statement): object {
  const described = (name: readonly Name[]): object => {
    const { catalog, database, table } = t.pathOf(name, statement.pos);
    return { catalog, schemaTable: { schema: database, table } };
  };
  const read = new Map(tablesIn(statement).map(({ name }) => [JSON.stringify(described(name)), name]));
  const isFilled = statement.kind === "insert" || statement.kind === "createTableAs";
  return {
    inputTableColumnInfos: [...read.values()].map((name) => ({
      table: described(name),
      constraint: { none: false, columnConstraints: [] },
      estimate: UNKNOWN,
    })),
    ...(isFilled ? { outputTable: described(statement.table) } : {}),
    estimate: UNKNOWN,
  };
}
