import { FloatBuilder, IntegerBuilder } from "../decode/builders/array-builders.ts";
import { holdsBig } from "../decode/builders/exact-integers.ts";
import { convertAll } from "../decode/builders/value-builder.ts";
import { nestedConverter } from "../decode/nested-values.ts";
import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError, InterruptedError } from "../errors.ts";
import type { Transport } from "../http/transport.ts";
import type { ReadOptions } from "../job/job-result.ts";
import { lastState, reportProgress } from "../progress.ts";
import { decimalNumbers } from "../table/columns/decimal-numbers.ts";
import { resultTable } from "../table/result-table.ts";
import type { Column, Table, TableSource } from "../table/table.ts";
import { annotateSpan } from "../trace/tracing.ts";
import { columnKind, parseServiceType, type ServiceType } from "../wire/service-type.ts";
import type { StatementPage } from "../wire/statement/statement-reply.ts";
import { runStatement, type StatementRequest } from "./statement-client.ts";

/** Runs a statement on the direct path and yields its rows as tables, an empty one if it has none. An abort cancels it on the server. */
export async function* readStatement(
  transport: Transport,
  request: StatementRequest,
  { signal, show_progress, partRows = Infinity, limit = Infinity }: ReadOptions & { signal: AbortSignal },
): AsyncGenerator<Table> {
  const { now } = transport.options;
  const startedMs = now();
  const rows = new StatementRows(limit);
  const report = (more: { state: string | null; percent?: number | null; done?: boolean }): void => {
    if (!show_progress) return;
    reportProgress({
      kind: "job",
      engine: "presto",
      elapsedMs: now() - startedMs,
      rows: rows.count,
      ...more,
    });
  };
  const table = (total: number | null): Table =>
    rows.take(request.sql, { job_id: null, rows: total, elapsedMs: now() - startedMs });
  let failed = false;
  try {
    for await (const page of runStatement(transport, request, signal)) {
      rows.add(page);
      report({ state: page.state.toLowerCase(), percent: page.percent });
      if (rows.cut) break;
      if (rows.pendingCount >= partRows) yield table(null);
    }
    if (rows.pendingCount > 0 || rows.count === 0) yield table(rows.cut ? null : rows.count);
  } catch (error) {
    failed = true;
    if (!signal.aborted) throw error;
    const elapsedMs = now() - startedMs;
    const message = `interrupted: the presto query was cancelled after ${(elapsedMs / 1000).toFixed(1)} s`;
    throw new InterruptedError(message, { jobId: null, engine: "presto", elapsedMs }, { cause: error });
  } finally {
    annotateSpan({ "db.response.returned_rows": rows.count });
    report({ state: lastState(signal, failed), done: true });
  }
}

class StatementRows {
  readonly #limit: number;
  #columns: readonly ResultColumn[] | null = null;
  #types: readonly ServiceType[] = [];
  #converters: readonly ReturnType<typeof nestedConverter>[] = [];
  #values: unknown[][] = [];
  /** Rows so far, and those not yet in a table. */
  count = 0;
  pendingCount = 0;
  /** Whether rows were dropped because of the limit. */
  cut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add({ columns, data }: StatementPage): void {
    const rows = data ?? [];
    if (!Array.isArray(rows) || !rows.every(Array.isArray))
      throw new DecodeError("the server sends its rows in an encoding that was not requested");
    if (columns !== null && this.#columns !== null) checkSameColumns(this.#columns, columns);
    if (columns !== null && this.#columns === null) {
      this.#columns = columns;
      this.#types = columns.map(({ type }) => parseServiceType(type));
      this.#converters = this.#types.map((type) => nestedConverter(type, statementScalar));
      this.#values = columns.map(() => []);
    }
    for (const row of rows as unknown[][]) {
      if (row.length !== this.#values.length)
        throw new DecodeError(
          `row ${this.count} of the result has ${row.length} values for ${this.#values.length} columns`,
        );
      if (this.count === this.#limit) {
        this.cut = true;
        return;
      }
      row.forEach((value, c) => {
        this.#values[c]?.push(value === null ? null : this.#converted(value, c));
      });
      this.count += 1;
      this.pendingCount += 1;
    }
  }

  #converted(value: unknown, c: number): unknown {
    const convert = this.#converters[c];
    try {
      return convert ? convert(value) : value;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      const { name, type } = this.#columns![c]!;
      throw new DecodeError(
        `row ${this.count} of the result, column ${JSON.stringify(name)} of type ${type}: ${error.message}`,
        { cause: error },
      );
    }
  }

  /** Builds a table of the rows since the last one. */
  take(sql: string, source: TableSource): Table {
    const packed = this.#values.map((values, c) => packColumn(values, this.#types[c] as ServiceType));
    this.#values = this.#values.map(() => []);
    this.pendingCount = 0;
    return resultTable(packed, this.#columns ?? [], sql, null, source);
  }
}

/** Each page repeats the columns; different ones belong to another result. @throws DecodeError */
function checkSameColumns(before: readonly ResultColumn[], now: readonly ResultColumn[]): void {
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

/** A column from values of its type: numbers become typed arrays, as in job results. */
function packColumn(values: unknown[], type: ServiceType): Column {
  const kind = columnKind(type);
  if (kind === "integer") return pack(values, new IntegerBuilder(values.length));
  if (kind === "float") return pack(values, new FloatBuilder(values.length));
  if (kind === "decimal") return decimalNumbers(values) ?? values;
  return kind === "value" ? convertAll(values, type, values.some(holdsBig)) : values;
}

function pack(values: readonly unknown[], builder: FloatBuilder | IntegerBuilder): Column {
  values.forEach((value, row) => builder.set(row, value));
  return builder.finish(values.length);
}

/**
 * The conversion of a scalar type's values in the statement protocol: integers exact (a number if safe, else BigInt), doubles from
 * texts such as `NaN`, binary as bytes. Null for the others, which are texts.
 */
export function statementScalar(type: ServiceType): ((value: unknown) => unknown) | null {
  const kind = columnKind(type);
  if (kind === "integer") return integer;
  if (kind === "float") return (value) => (typeof value === "number" ? value : floatOf(value));
  if (type.name === "boolean") return boolean;
  return type.name === "varbinary" ? bytes : null;
}

function boolean(value: unknown): unknown {
  if (typeof value !== "boolean") throw new DecodeError(`${shortJson(value)} is not true or false`);
  return value;
}

function bytes(value: unknown): Uint8Array {
  // Buffer ignores invalid base64.
  if (typeof value !== "string" || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw new DecodeError(`${shortJson(value)} is not base64`);
  return new Uint8Array(Buffer.from(value, "base64"));
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** Unsafe integers arrive as digits (`parseExactJson`). */
function integer(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return value;
  if (typeof value !== "string" || !/^-?\d+$/.test(value) || !isInt64(BigInt(value)))
    throw new DecodeError(`${shortJson(value)} is not an integer`);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

const FLOAT = /^(NaN|[+-]?Infinity|[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?)$/;

function floatOf(value: unknown): number {
  if (typeof value !== "string" || !FLOAT.test(value))
    throw new DecodeError(`${shortJson(value)} is not a number`);
  return Number(value);
}
