// This folder: runs presto statements on a Trino or Presto cluster, with its catalogue and types in the service's terms.

import { readStatementText } from "../../dialect/parse/statement-text.ts";
import type { Batch } from "../../core/blocks/batch.ts";
import {
  type Execution,
  type QueryRunner,
  type RunOptions,
  withoutRows,
} from "../../engine/contract/engine.ts";
import { clusterUser } from "../cluster-user.ts";
import { moveError, rewriteCalls, type RewrittenSql } from "../td/rewrite-calls.ts";
import { tdWriters } from "../td/td-writers.ts";
import { statementHeaders } from "../../core/wire/statement/statement-headers.ts";
import { Coordinator } from "./protocol/coordinator.ts";
import { checkReadOnly } from "./read-only.ts";
import { rowsToBatch } from "./rows-to-batch.ts";
import { RunningStatement } from "./protocol/running-statement.ts";
import { sessionHints } from "../../dialect/parse/session-hints.ts";
import { trinoTime } from "./trino-time.ts";
import type { TrinoOptions } from "./protocol/trino-options.ts";

type Pairs = readonly (readonly [string, string])[];

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
    const rewritten = rewrite(readStatementText(sql, "presto").text);
    const prepared = ofPrepared(options, rewrite);
    const headers = this.#headers(sql, options, prepared === null ? [] : [[PREPARED, rewritten.sql]]);
    const sent = { sql: prepared ?? rewritten.sql, headers };
    const statement = new RunningStatement(this.#coordinator, sent, signal, onProgress);
    const columns = await statement.start().catch((error: unknown) => {
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

  /** The HTTP headers of a statement. */
  #headers(sql: string, options: RunOptions, prepared: Pairs): Record<string, string> {
    const {
      protocol = "trino",
      user = "svclib",
      catalog,
      session = {},
      impersonates = false,
    } = this.#options;
    const prefix = `x-${protocol}`;
    /** The last of equal names wins. */
    const pairs = (name: string, all: Pairs): Record<string, string> => {
      const list = [...new Map(all)].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
      return list.length === 0 ? {} : { [`${prefix}-${name}`]: list.join(",") };
    };
    const properties = [
      ...Object.entries(session),
      ...(options.sessionProperties ?? []),
      ...sessionHints(sql),
    ];
    return {
      ...statementHeaders(protocol, {
        catalog: options.catalog ?? catalog,
        schema: options.database,
        timeZone: options.timeZone,
      }),
      [`${prefix}-user`]: clusterUser(options, impersonates, "--presto-impersonate") ?? user,
      ...pairs("session", properties),
      ...pairs("prepared-statement", prepared),
      // Accepts the spooling protocol; servers without it ignore the header.
      ...(protocol === "presto" ? {} : { [`${prefix}-query-data-encoding`]: "json" }),
      "content-type": "text/plain; charset=utf-8",
      "user-agent": "svclib",
    };
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
