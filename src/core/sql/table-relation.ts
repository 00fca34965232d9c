import type { EngineType } from "../options/descriptor.ts";
import { ConfigError } from "../errors.ts";
import { tableFrame } from "../local/table-frame.ts";
import { typeOfColumn } from "../local/type-of-column.ts";
import { Misfit } from "../parquet/misfit.ts";
import { ANY_TEXT, parquetType, storeNullable, TEXT } from "../parquet/parquet-type.ts";
import { valueInError } from "../text/value-in-error.ts";
import { parseServiceType } from "../wire/service-type.ts";
import type { FrameColumn, FrameInput } from "../write/frame.ts";
import { quoteIdentifier } from "./quote-identifier.ts";
import { castType, typedLiteral } from "./typed-literal.ts";

/** Rows of a table that a statement can hold. */
const MAX_ROWS = 1000;
/** Characters of its literals. */
const MAX_TEXT = 256_000;

const INSTEAD = "write it with to_svc, or run the query with read_local (--local on a magic's line)";

/**
 * A table as a subquery that holds its rows: each column is cast to its service type.
 *
 * @throws ConfigError for a table that is too large, and for a column whose values have no literals in the dialect
 */
export function tableRelation(input: FrameInput, dialect: EngineType): string {
  const { columns, rowCount } = tableFrame(null, input);
  if (rowCount > MAX_ROWS)
    throw new ConfigError(
      `the table has ${rowCount.toLocaleString("en-US")} rows, and a query can hold ${MAX_ROWS.toLocaleString("en-US")}; ${INSTEAD}`,
    );
  let room = MAX_TEXT;
  const literals = columns.map((column) => {
    const made = columnLiterals(column, rowCount, dialect, room);
    for (const { length } of made.values) room -= length;
    return made;
  });
  const selected = literals.map(({ name, type }, at) => {
    const value = rowCount === 0 ? "NULL" : `c${at}`;
    return `CAST(${value} AS ${type}) AS ${quoteIdentifier(name, dialect)}`;
  });
  const select = `SELECT ${selected.join(", ")}`;
  if (rowCount === 0) return `(${select} WHERE FALSE)`;
  const names = columns.map((_, at) => `c${at}`).join(", ");
  const rows = Array.from({ length: rowCount }, (_, row) =>
    literals.map(({ values }) => values[row]).join(", "),
  );
  // Of a lone row in parentheses, Presto takes the fields as columns.
  const open = literals.length === 1 && literals[0]?.type.startsWith("row(") ? "ROW(" : "(";
  // On one line, so that the lines in the service's errors are those of the query.
  return dialect === "presto"
    ? `(${select} FROM (VALUES ${rows.map((row) => `${open}${row})`).join(", ")}) AS t(${names}))`
    : `(${select} FROM (SELECT stack(${rowCount}, ${rows.join(", ")}) AS (${names})) t)`;
}

interface ColumnLiterals {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
}

function columnLiterals(
  { name, values, type: declared }: FrameColumn,
  rowCount: number,
  dialect: EngineType,
  room: number,
): ColumnLiterals {
  let text = declared ?? typeOfColumn(values);
  for (;;) {
    const type = parseServiceType(text);
    const cast = castType(type, dialect);
    if (cast === null)
      throw new ConfigError(
        `column ${JSON.stringify(name)} of the table is of type ${text}, which has no literals in ${dialect}; leave the column out, or ${INSTEAD}`,
      );
    const parquet = parquetType(type);
    const form = parquet === TEXT ? ANY_TEXT : parquet;
    const made: string[] = [];
    let length = 0;
    try {
      for (let row = 0; row < rowCount; row += 1) {
        const literal = typedLiteral(storeNullable(form, values.at(row)), type, dialect);
        made.push(literal);
        length += literal.length;
        if (length > room)
          throw new ConfigError(
            `the table has more than ${MAX_TEXT / 1000} kB of text in its ${rowCount.toLocaleString("en-US")} rows, which is too much for a query; ${INSTEAD}`,
          );
      }
      return { name, type: cast, values: made };
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      const byValues = typeOfColumn(values);
      if (byValues === text)
        throw new ConfigError(
          `row ${made.length} of column ${JSON.stringify(name)} of the table holds ${valueInError(values.at(made.length))}, which is no ${text}`,
          { cause: error },
        );
      text = byValues;
    }
  }
}
