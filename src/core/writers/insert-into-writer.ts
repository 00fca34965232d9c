import { isQueryError } from "../error-guards.ts";
import { InterruptedError, UploadError } from "../errors.ts";
import { scalarType } from "../../dialect/types/scalar-types.ts";
import { checkOptions, form, type OptionForms } from "../options/option-forms.ts";
import { queryOn } from "../query/client-query.ts";
import { findTable } from "../endpoints/tables.ts";
import { quoteIdentifier, quoteTable, sqlLiteral } from "../sql/sql-literal.ts";
import { plainColumn, type UploadColumn } from "../write/columns/upload-column.ts";
import type { UploadFrame } from "../write/upload-frame.ts";
import { checkAppend } from "./check-append.ts";
import { fillTable } from "./fill-table.ts";
import { uploadProgress } from "./upload-progress.ts";
import { Writer, type WriteTarget } from "./writer.ts";

/** Options of {@link InsertIntoWriter}. */
export interface InsertIntoOptions {
  /** Maximum rows per INSERT; fewer when they are long. @default 1000 */
  readonly rows_per_insert?: number | undefined;
}

const FORMS: OptionForms<InsertIntoOptions> = { rows_per_insert: form.count };

/** Maximum characters of one INSERT; engines accept a million. */
const MAX_CHARACTERS = 900_000;

/** Booleans and lists are texts in these columns. */
const sqlType = ({ kind }: UploadColumn): string => scalarType(kind)?.presto ?? "varchar";

/**
 * Writes by INSERT statements on the direct path, for small frames. Statements run one after another, so a failed
 * `append` leaves earlier rows in the table; the error has their number.
 */
export class InsertIntoWriter extends Writer {
  readonly #rowsPerInsert: number;

  constructor(options: InsertIntoOptions = {}) {
    super();
    checkOptions("InsertIntoWriter", options, FORMS);
    this.#rowsPerInsert = options.rows_per_insert ?? 1000;
  }

  override async write_dataframe(frame: UploadFrame, target: WriteTarget): Promise<void> {
    const { connection, database, signal } = target;
    const columns = frame.columns.map((column) => plainColumn(column, false));
    const run = async (sql: string): Promise<void> => {
      await queryOn(connection, sql, { db: database, engine: "presto", show_progress: false, signal });
    };
    let rowsWritten = 0;
    const insert = async (table: string): Promise<void> => {
      const progress = uploadProgress(connection.transport.options.now, frame.rowCount, signal);
      await progress.during(async () => {
        for (const { sql, rows } of inserts(columns, frame.rowCount, database, table, this.#rowsPerInsert)) {
          await run(sql);
          rowsWritten += rows;
          progress.add(rows, sql.length);
        }
      });
    };
    await fillTable(target, {
      create: (table) => run(createSql(database, table, columns)),
      fill: async (table, append) => {
        if (append) await checkTypes(columns, frame.rowCount, target);
        await insert(table).catch((cause: Error) => {
          if (!append && (signal.aborted || cause instanceof InterruptedError)) throw cause;
          const text = `of ${frame.rowCount} rows are in ${database}.${target.table}: ${cause.message}`;
          // Not an error of the statement itself: the server may or may not have run it.
          if (append && !isQueryError(cause))
            throw new UploadError(`${rowsWritten} or more ${text}`, null, { cause });
          const remaining = append ? rowsWritten : 0;
          throw new UploadError(`${remaining} ${text}`, remaining, { cause });
        });
      },
      rowsIn: () => rowsWritten,
    });
  }
}

/** Presto's INSERT rounds numbers to the types of the table's columns. @throws UploadError */
async function checkTypes(
  columns: readonly UploadColumn[],
  rowCount: number,
  { connection, database, table, signal }: WriteTarget,
): Promise<void> {
  const record = await findTable(connection.transport, database, table, signal);
  const numbers = (record?.schema ?? []).filter(({ type }) =>
    /^(int|long|float|double|decimal)\b/.test(type),
  );
  const sent = columns.map((column) => ({
    name: column.name,
    sqlType: sqlType(column),
    value: (row: number) => column.values.at(row),
  }));
  checkAppend(
    sent,
    rowCount,
    `${database}.${table}`,
    numbers.map(({ name, type }) => [name, type]),
  );
}

function createSql(database: string, table: string, columns: readonly UploadColumn[]): string {
  const list = columns.map((column) => `${quoteIdentifier(column.name, "presto")} ${sqlType(column)}`);
  return `CREATE TABLE ${quoteTable(database, table, "presto")} (${list.join(", ")})`;
}

function* inserts(
  columns: readonly UploadColumn[],
  rowCount: number,
  database: string,
  table: string,
  rowsPerInsert: number,
): Generator<{ sql: string; rows: number }> {
  const names = columns.map(({ name }) => quoteIdentifier(name, "presto")).join(", ");
  const head = `INSERT INTO ${quoteTable(database, table, "presto")} (${names}) VALUES\n`;
  let rows: string[] = [];
  let length = 0;
  for (let row = 0; row < rowCount; row++) {
    const text = `(${columns.map(({ kind, values }) => literal(kind, values.at(row))).join(", ")})`;
    if (rows.length > 0 && (rows.length === rowsPerInsert || length + text.length > MAX_CHARACTERS)) {
      yield { sql: head + rows.join(",\n"), rows: rows.length };
      rows = [];
      length = 0;
    }
    rows.push(text);
    length += text.length + 2;
  }
  if (rows.length > 0) yield { sql: head + rows.join(",\n"), rows: rows.length };
}

/**
 * The exponent keeps a whole number in a double column from being parsed as an integer. -0 among integers must not be a double: it would
 * make doubles of all values of its column, and round them.
 */
function literal(kind: UploadColumn["kind"], value: unknown): string {
  if (kind === "long" && value === 0) return "0";
  const isWhole = kind === "double" && Number.isSafeInteger(value) && !Object.is(value, -0);
  return isWhole ? `${value as number}E0` : sqlLiteral(value, "presto");
}
