import type { Change, Plan } from "../plan.ts";
import { printSql } from "../sql/print-sql.ts";
import type { Sql } from "../sql/tree.ts";

/** The plan of a statement that changes data. @param counted - The steps whose row counts add up to the update count. */
export function writePlan(
  updateType: string,
  changes: readonly Change[],
  steps: readonly Sql[],
  counted: readonly Sql[] = [],
): Plan {
  return {
    kind: "write",
    updateType,
    changes,
    steps: steps.map((sql) => ({ sql: printSql(sql), counted: counted.includes(sql) })),
  };
}
