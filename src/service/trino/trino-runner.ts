import { withoutFinalSemicolons } from "../../dialect/parse/statement-text.ts";
import type { Batch, Execution, QueryRunner, RunOptions } from "../engine/engine.ts";
import { withoutRows } from "../engine/without-rows.ts";
import { moveError } from "../cluster/move-error.ts";
import { rewriteCalls, type RewrittenSql } from "../td/rewrite-calls.ts";
import { tdWriters } from "../td/td-writers.ts";
import { Coordinator } from "./protocol/coordinator.ts";
import { checkReadOnly } from "./read-only.ts";
import { rowsToBatch } from "./rows-to-batch.ts";
import { RunningStatement } from "./protocol/running-statement.ts";
import { sessionHints } from "./session-hints.ts";
import { statementHeaders } from "./protocol/statement-headers.ts";
import { trinoTime } from "./trino-time.ts";
import type { TrinoOptions } from "./protocol/trino-options.ts";

/** Name of the prepared statement, which parameters and DESCRIBE need. */
const PREPARED = "prepared";

/** Runs statements on a Trino or Presto cluster through the statement protocol. */
export class TrinoRunner implements QueryRunner {
  readonly #options: TrinoOptions;
  readonly #coordinator: Coordinator;

  /** @throws ClusterConfigError */
  constructor(options: TrinoOptions) {
    this.#options = options;
    this.#coordinator = new Coordinator(options);
  }

  async run(sql: string, options: RunOptions): Promise<Execution> {
    const { signal, mayWrite, onProgress } = options;
    if (!mayWrite) checkReadOnly(sql);
    const rewrite = (text: string): RewrittenSql =>
      rewriteCalls(text, "presto", tdWriters(trinoTime, options.scheduledTimeMs));
    const rewritten = rewrite(withoutFinalSemicolons(sql, "presto"));
    const prepared = ofPrepared(options, rewrite);
    const headers = statementHeaders(this.#options, {
      catalog: options.catalog,
      database: options.database,
      timeZone: options.timeZone ?? "UTC",
      properties: [...(options.sessionProperties ?? []), ...sessionHints(sql)],
      prepared: prepared === null ? [] : [[PREPARED, rewritten.sql]],
    });
    const statement = new RunningStatement(this.#coordinator, headers, signal, onProgress);
    const columns = await statement.start(prepared ?? rewritten.sql).catch((error: unknown) => {
      throw moveError(error, rewritten);
    });
    const { updateType } = statement;
    if (updateType === undefined)
      return {
        columns: columns.map(({ name, type }) => ({ name, type })),
        batches: batches(statement, columns),
      };
    // The result holds the number of changed rows; the statement is finished once it is read.
    for await (const _rows of statement.rows());
    return withoutRows(updateType, statement.updateCount);
  }

  close(): Promise<void> {
    return this.#coordinator.close();
  }
}

/** The EXECUTE or DESCRIBE for a prepared statement; null if none is needed. */
function ofPrepared(
  { describe, parameters = [] }: RunOptions,
  rewrite: (text: string) => RewrittenSql,
): string | null {
  if (describe !== undefined) return `DESCRIBE ${describe.toUpperCase()} ${PREPARED}`;
  if (parameters.length === 0) return null;
  return `EXECUTE ${PREPARED} USING ${parameters.map((text) => rewrite(text).sql).join(", ")}`;
}

async function* batches(
  statement: RunningStatement,
  columns: readonly { name: string; type: string }[],
): AsyncGenerator<Batch> {
  const toBatch = rowsToBatch(columns);
  for await (const rows of statement.rows()) if (rows.length > 0) yield toBatch(rows);
}
