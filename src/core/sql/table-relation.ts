import type { EngineType } from "../options/descriptor.ts";
import { ConfigError } from "../errors.ts";
import { tableFrame } from "../local/table-frame.ts";
import { typeOfColumn } from "../local/type-of-column.ts";
import { Misfit } from "../parquet/misfit.ts";
import { ANY_TEXT, parquetType, storeNullable, TEXT } from "../parquet/parquet-type.ts";
import { valueInError } from "../text/visible-text.ts";
import { parseServiceType, type ServiceType } from "../wire/service-type.ts";
import type { FrameColumn, FrameInput } from "../write/frame.ts";
import { quoteIdentifier, sqlLiteral } from "./sql-literal.ts";
import { DAY_MS, isTimeMs } from "../dates/calendar.ts";
import { scalarType } from "../../dialect/types/scalar-types.ts";
import { rowNames } from "../decode/nested-values.ts";

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
    const literals = columnLiterals(column, rowCount, dialect, room);
    for (const { length } of literals.values) room -= length;
    return literals;
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
    const literals: string[] = [];
    let length = 0;
    try {
      for (let row = 0; row < rowCount; row += 1) {
        const literal = typedLiteral(storeNullable(form, values.at(row)), type, dialect);
        literals.push(literal);
        length += literal.length;
        if (length > room)
          throw new ConfigError(
            `the table has more than ${MAX_TEXT / 1000} kB of text in its ${rowCount.toLocaleString("en-US")} rows, which is too much for a query; ${INSTEAD}`,
          );
      }
      return { name, type: cast, values: literals };
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      const byValues = typeOfColumn(values);
      if (byValues === text)
        throw new ConfigError(
          `row ${literals.length} of column ${JSON.stringify(name)} of the table holds ${valueInError(values.at(literals.length))}, which is no ${text}`,
          { cause: error },
        );
      text = byValues;
    }
  }
}

/** Types of which a CAST makes no values from literals. */
const WITHOUT_LITERALS = /^(?:interval|time with|unknown|void|number|hyperloglog)/;

/** A service type as CAST takes it; null for one whose values have no literals in the dialect. */
export function castType(type: ServiceType, dialect: EngineType): string | null {
  const { name, parameters: [first = NaN, second = 0] = [] } = type;
  const isPresto = dialect === "presto";
  const sized = (word: string): string => (Number.isNaN(first) ? word : `${word}(${first})`);
  const scalar = scalarType(name);
  switch (scalar?.presto ?? name) {
    case "varchar":
      if (WITHOUT_LITERALS.test(name)) return null;
      return isPresto || !Number.isNaN(first) ? sized("varchar") : "string";
    case "char":
      return sized("char");
    case "decimal":
      return first <= 38 ? `decimal(${first},${second})` : null;
    case "timestamp":
      return first > 9 ? null : isPresto ? sized("timestamp") : "timestamp";
    case "timestamp with time zone":
      return first > 9 || !isPresto ? null : `${sized("timestamp")} with time zone`;
    case "time":
      return first > 6 || !isPresto ? null : sized("time");
    case "array":
    case "map":
    case "row":
    case "struct":
      return isPresto ? nestedCastType(type) : null;
    default:
      return scalar === null || WITHOUT_LITERALS.test(name) ? null : scalar[dialect];
  }
}

function nestedCastType(type: ServiceType): string | null {
  const { name, inner } = type;
  const types = inner.map((part) => castType(part, "presto"));
  if (types.length === 0 || types.includes(null)) return null;
  if (name === "array") return `array(${types[0]})`;
  // Keys that are no scalars are texts in JavaScript.
  if (name === "map") return inner[0]?.inner.length === 0 ? `map(${types.join(", ")})` : null;
  const names = rowNames(type);
  if (names === null) return null;
  return `row(${names.map((field, at) => `${quoteIdentifier(field, "presto")} ${types[at]}`).join(", ")})`;
}

/**
 * A literal that a CAST makes a value of the type.
 *
 * @param stored - As a column of a Parquet file of the type holds it.
 * @throws Misfit for a value that the CAST would cut or round
 */
export function typedLiteral(stored: unknown, type: ServiceType, dialect: EngineType): string {
  if (stored === null) return "NULL";
  if (type.inner.length > 0) return nestedLiteral(stored, type);
  if (typeof stored === "boolean" || stored instanceof Uint8Array) return sqlLiteral(stored, dialect);
  const text = scalarText(stored, type, dialect);
  if (text === null && dialect === "presto") return sqlLiteral(stored, dialect);
  const literal = sqlLiteral(text ?? numberText(stored as number | bigint), dialect);
  return type.name === "json" && dialect === "presto" ? `JSON ${literal}` : literal;
}

/** Hive's stack takes no numbers of different types. */
const numberText = (value: number | bigint): string => (Object.is(value, -0) ? "-0.0" : String(value));

function nestedLiteral(stored: unknown, { name, inner, fieldNames }: ServiceType): string {
  const list = (items: readonly unknown[], of: ServiceType | undefined): string =>
    items.map((item) => typedLiteral(item, of as ServiceType, "presto")).join(", ");
  if (name === "array") return `ARRAY[${list(stored as unknown[], inner[0])}]`;
  if (name === "map") {
    const entries = stored as readonly { readonly key: unknown; readonly value: unknown }[];
    const keys = list(
      entries.map(({ key }) => key),
      inner[0],
    );
    const values = list(
      entries.map(({ value }) => value),
      inner[1],
    );
    return `MAP(ARRAY[${keys}], ARRAY[${values}])`;
  }
  const row = stored as Readonly<Record<string, unknown>>;
  return `ROW(${fieldNames.map((field, at) => list([row[field] ?? null], inner[at])).join(", ")})`;
}

/** Null for numbers, which are literals themselves. */
function scalarText(
  stored: unknown,
  { name, parameters: [first = NaN, second = 0] = [] }: ServiceType,
  dialect: EngineType,
): string | null {
  // A timestamp of Hive has nanoseconds.
  const fractionDigits = dialect === "hive" ? 9 : Number.isNaN(first) ? 3 : first;
  const presto = scalarType(name)?.presto;
  switch (presto) {
    case "decimal":
      return withPoint(stored as bigint, second);
    case "date":
      return dateText((stored as number) * DAY_MS).slice(0, "2024-05-06".length);
    case "timestamp":
    case "timestamp with time zone": {
      const text = timeText(stored as bigint, first > 6 ? 9 : 6, fractionDigits);
      return presto === "timestamp" ? text : `${text} UTC`;
    }
    case "time":
      return timeText(stored as bigint, 6, fractionDigits).slice("1970-01-01 ".length);
    default:
      if (typeof stored !== "string") return null;
      if (Array.from(stored).length > first) throw new Misfit(stored);
      return stored;
  }
}

function withPoint(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const sign = unscaled < 0n ? "-" : "";
  return sign + (scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

function dateText(unixMs: number): string {
  if (!isTimeMs(unixMs)) throw new Misfit(unixMs);
  return new Date(unixMs).toISOString();
}

/**
 * A time since 1970, with the fraction digits that its type has: a CAST would round others.
 *
 * @param count - In units of as many digits as `unitDigits`.
 */
function timeText(count: bigint, unitDigits: 6 | 9, fractionDigits: number): string {
  const perSecond = 10n ** BigInt(unitDigits);
  const units = ((count % perSecond) + perSecond) % perSecond;
  const second = dateText(Number((count - units) / perSecond) * 1000).slice(0, "2024-05-06T07:08:09".length);
  const digits = units.toString().padStart(unitDigits, "0");
  if (/[1-9]/.test(digits.slice(fractionDigits))) throw new Misfit(count);
  const fraction = digits.slice(0, fractionDigits);
  return `${second.replace("T", " ")}${fraction === "" ? "" : `.${fraction}`}`;
}
