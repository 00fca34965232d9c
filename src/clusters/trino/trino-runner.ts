// This folder: runs presto statements on a Trino or Presto cluster, with its catalogue and types in the service's terms.

import type { Batch } from "../../core/blocks/batch.ts";
import {
  type Execution,
  type QueryRunner,
  type RunOptions,
  withoutRows,
} from "../../engine/contract/engine.ts";
import { clusterUser } from "../cluster-user.ts";
import { statementPreparation, type PrepareStatement } from "../prepare-statement.ts";
import { moveError } from "../td/rewrite-calls.ts";
import { statementHeaders } from "../../core/wire/statement/statement-headers.ts";
import { Coordinator } from "./protocol/coordinator.ts";
import { rowsToBatch } from "./rows-to-batch.ts";
import { RunningStatement } from "./protocol/running-statement.ts";
import type { TrinoStatement } from "./trino-statement.ts";
import type { TrinoOptions } from "./protocol/trino-options.ts";

type Pairs = readonly (readonly [string, string])[];

/** Name of the prepared statement, which parameters and DESCRIBE need. */
const PREPARED = "prepared";

/** Runs statements on a Trino or Presto cluster through the statement protocol. */
export class TrinoRunner implements QueryRunner {
  readonly #options: TrinoOptions;
  readonly #coordinator: Coordinator;
  readonly #prepare: PrepareStatement;

  /** @throws SettingError */
  constructor(options: TrinoOptions, prepare: PrepareStatement = statementPreparation()) {
    this.#options = options;
    this.#prepare = prepare;
    this.#coordinator = new Coordinator(options);
  }

  async run(sql: string, options: RunOptions): Promise<Execution> {
    const { signal, onProgress } = options;
    const read = await this.#prepare("trino", sql, options, signal);
    const { text, rewritten } = read;
    const prepared = ofPrepared(options.describe, read.parameters);
    const headers = this.#headers(read, options, prepared === null ? [] : [[PREPARED, rewritten.sql]]);
    const sent = { sql: prepared ?? rewritten.sql, headers };
    const statement = new RunningStatement(this.#coordinator, sent, signal, onProgress);
    const columns = await statement.start().catch((error: unknown) => {
      throw moveError(error, text, rewritten);
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
  #headers({ sessionHints }: TrinoStatement, options: RunOptions, prepared: Pairs): Record<string, string> {
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
    const properties = [...Object.entries(session), ...(options.sessionProperties ?? []), ...sessionHints];
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
function ofPrepared(describe: RunOptions["describe"], parameters: readonly string[]): string | null {
  if (describe !== undefined) return `DESCRIBE ${describe.toUpperCase()} ${PREPARED}`;
  return parameters.length === 0 ? null : `EXECUTE ${PREPARED} USING ${parameters.join(", ")}`;
}

async function* batches(
  statement: RunningStatement,
  columns: readonly { name: string; type: string }[],
): AsyncGenerator<Batch> {
  const toBatch = rowsToBatch(columns);
  for await (const rows of statement.rows()) if (rows.length > 0) yield toBatch(rows);
}
