import { firstWords } from "../../dialect/parse/statement-text.ts";
import type { Tracing } from "./tracing.ts";

/** The span of a statement, named as OpenTelemetry's conventions for databases say: what it does, and where. */
export const statementSpan =
  (
    tracing: Tracing | null,
    {
      type,
      database,
      sql,
    }: { readonly type: string; readonly database: string | null; readonly sql: string },
  ) =>
  () => {
    const operation = firstWords(sql, 1)[0]?.toUpperCase() ?? "QUERY";
    return {
      name: [operation, database].filter(Boolean).join(" "),
      attributes: {
        "db.system.name": type,
        "db.namespace": database,
        "db.operation.name": operation,
        "db.query.text": tracing?.sql === true ? sql : null,
      },
    };
  };
