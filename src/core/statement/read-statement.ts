import { parseServiceType, type ServiceType } from "../decode/service-type.ts";
import { DecodeError, InterruptedError } from "../errors.ts";
import type { Transport } from "../http/transport.ts";
import { lastState, reportProgress } from "../progress.ts";
import { resultTable } from "../table/result-table.ts";
import type { Table } from "../table/table.ts";
import { packColumn } from "./pack-column.ts";
import {
  runStatement,
  type StatementColumn,
  type StatementPage,
  type StatementRequest,
} from "./statement-client.ts";
import { statementValue } from "./statement-value.ts";

/** Run a statement on the direct path and gather its rows. Aborting cancels it on the server. */
export async function readStatement(
  transport: Transport,
  request: StatementRequest,
  options: { readonly signal: AbortSignal; readonly show_progress: boolean },
): Promise<Table> {
  const { now } = transport.options;
  const startedMs = now();
  const rows = new StatementRows();
  const report = (page: Partial<StatementPage>, done: boolean): void => {
    if (!options.show_progress) return;
    const percent = page.percent ?? null;
    reportProgress({
      kind: "job",
      engine: "presto",
      elapsedMs: now() - startedMs,
      rows: rows.count,
      ...(page.state === undefined ? {} : { state: page.state.toLowerCase() }),
      ...(percent === null ? {} : { percent }),
      ...(done ? { done } : {}),
    });
  };
  let failed = true;
  try {
    for await (const page of runStatement(transport, request, options.signal)) {
      rows.add(page);
      report(page, false);
    }
    failed = false;
    return rows.table(request.sql);
  } catch (error) {
    if (!options.signal.aborted) throw error;
    const elapsedMs = now() - startedMs;
    const said = `interrupted: the presto query was cancelled after ${(elapsedMs / 1000).toFixed(1)} s`;
    throw new InterruptedError(said, { jobId: null, engine: "presto", elapsedMs }, { cause: error });
  } finally {
    report(lastState(options.signal, failed), true);
  }
}

/** Rows of pages, by column. */
class StatementRows {
  #columns: readonly StatementColumn[] | null = null;
  #types: readonly ServiceType[] = [];
  #values: unknown[][] = [];
  count = 0;

  add({ columns, data }: StatementPage): void {
    if (columns !== null && this.#columns !== null) checkSameColumns(this.#columns, columns);
    if (columns !== null && this.#columns === null) {
      this.#columns = columns;
      this.#types = columns.map(({ type }) => parseServiceType(type));
      this.#values = columns.map(() => []);
    }
    for (const row of data) {
      if (row.length !== this.#values.length) {
        throw new DecodeError(
          `row ${this.count} of the result has ${row.length} values for ${this.#values.length} columns`,
        );
      }
      row.forEach((value, c) => this.#values[c]?.push(statementValue(value, this.#types[c] as ServiceType)));
      this.count += 1;
    }
  }

  table(sql: string): Table {
    const packed = this.#values.map((values, c) => packColumn(values, this.#types[c] as ServiceType));
    return resultTable(packed, this.#columns ?? [], sql);
  }
}

/** Each page repeats the columns; one with others belongs to another result. @throws DecodeError */
function checkSameColumns(before: readonly StatementColumn[], now: readonly StatementColumn[]): void {
  const width = Math.max(before.length, now.length);
  for (let c = 0; c < width; c++) {
    const [was, is] = [before[c], now[c]].map((column) =>
      column ? `${column.name} ${column.type}` : "none",
    );
    if (was === is) continue;
    throw new DecodeError(
      `the columns of the result changed while it was read: ${was} became ${is}; run it again`,
    );
  }
}
