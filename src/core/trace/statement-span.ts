import type { Tracing } from "./tracing.ts";

/** A statement as its span has it. @param words - Its first words. */
interface TracedStatement {
  readonly type: string;
  readonly database: string | null;
  readonly sql: string;
  readonly words: readonly string[];
}

/** The span of a statement, named as OpenTelemetry's conventions for databases say: what it does, and where. */
export function statementSpan(tracing: Tracing | null, { type, database, sql, words }: TracedStatement) {
  const operation = words[0]?.toUpperCase() ?? "QUERY";
  return {
    name: [operation, database].filter(Boolean).join(" "),
    attributes: {
      "db.system.name": type,
      "db.namespace": database,
      "db.operation.name": operation,
      "db.query.text": tracing?.sql === true ? sql : null,
    },
  };
}
