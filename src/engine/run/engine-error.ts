import { positionOf } from "../../dialect/parse/position.ts";
import type { MarkedSql } from "../../dialect/sql/print-sql.ts";
import { DATA_CATALOG } from "../../dialect/storage-names.ts";
import { SqlError, type SqlErrorKind } from "../../dialect/sql-error.ts";
import { errorMessage, diskFault, type Fault } from "../errors/fault.ts";

/** DuckDB's error messages with the kind that users get. */
const KINDS: readonly (readonly [RegExp, SqlErrorKind])[] = [
  [/^\w[\w ]* Error: Overflow (?:in|on) /, "NUMERIC_VALUE_OUT_OF_RANGE"],
  [
    /^Conversion Error: Type (?:INT\d+|DOUBLE|FLOAT) with value (?!nan).* destination type INT(?:8|16|32)\b/,
    "NUMERIC_VALUE_OUT_OF_RANGE",
  ],
  [/^Conversion Error: Type INT128 with value .* destination type INT64/, "NUMERIC_VALUE_OUT_OF_RANGE"],
  [/^Conversion Error: Failure in decode/, "INVALID_FUNCTION_ARGUMENT"],
  [/^Conversion Error/, "INVALID_CAST_ARGUMENT"],
  [/^Out of Range Error/, "INVALID_FUNCTION_ARGUMENT"],
  [/^Invalid Input Error: More than one row returned by a subquery/, "SUBQUERY_MULTIPLE_ROWS"],
  [/^Invalid Input Error/, "INVALID_FUNCTION_ARGUMENT"],
  [/^(Out of Memory Error|IO Error: .*temp)/is, "EXCEEDED_LIMIT"],
  [/^Catalog Error: Schema with name .* does not exist/, "SCHEMA_NOT_FOUND"],
  [/^Catalog Error: Table with name .* does not exist/, "TABLE_NOT_FOUND"],
  [/^Catalog Error: Schema with name .* already exists/, "SCHEMA_ALREADY_EXISTS"],
  [/^Catalog Error: Table with name .* already exists/, "TABLE_ALREADY_EXISTS"],
  [/^Catalog Error: Existing object .* is of type/, "TABLE_ALREADY_EXISTS"],
  [/^TransactionContext Error/, "GENERIC_USER_ERROR"],
  [/^Not implemented Error: Unknown TimeZone/, "INVALID_FUNCTION_ARGUMENT"],
];

/** Whether the engine failed for a decimal with more digits than its type has. */
export const isDecimalOverflow = (error: unknown): boolean =>
  /^(?:Out of Range Error: Overflow in \w+ of DECIMAL|Conversion Error: (?:Casting|Could not cast) value .* to (?:type )?DECIMAL)/.test(
    errorMessage(error),
  );

/** An error raised by generated SQL: `svc!KIND!offset!message`. */
const RAISED = /svc!([A-Z_]+)!(?:(\d+)!)?([\s\S]*)/;
/** An error that TRY does not catch, in the only form that the engine has for it. */
const REFUSAL = /^Not implemented Error: Unknown TimeZone '([\s\S]*)'!(?:\n\nCandidate time zones: [^\n]*)?$/;
/** What DuckDB appends to text that it can't cast; greedy, because the text may contain the same words. */
const AROUND =
  /^([\s\S]*)(?:' to (?:INT|UINT|DOUBLE|FLOAT|DATE|TIMESTAMP|BOOL|DECIMAL|type|time|date|HUGE|STRUCT|MAP|VARCHAR)|" to \w+|' can't be cast|', expected format|", expected format)/;

/**
 * Converts a DuckDB error: its kind, a message without generated SQL, and the position in the user's statement. A full disk is no fault of
 * the statement.
 */
export function engineError(error: unknown, sql: string, marked: MarkedSql | null): SqlError | Fault {
  const message = errorMessage(error);
  const full = /^(?:IO|TransactionContext) Error/.test(message) ? diskFault(error) : null;
  if (full !== null) return full;
  const raised = RAISED.exec(withoutSql(message).replace(REFUSAL, "$1"));
  if (raised !== null) {
    const at =
      raised[2] === undefined ? positionIn(message, sql, marked) : positionOf(sql, Number(raised[2]));
    return new SqlError(
      raised[1] as SqlErrorKind,
      (AROUND.exec(raised[3]!)?.[1] ?? raised[3]!).trim(),
      at,
      error,
    );
  }
  if (
    /Corrupt database file|Failed to read block|checksum/i.test(message) &&
    /^(?:IO|Serialization|FATAL) Error/.test(message)
  )
    return new SqlError(
      "GENERIC_INTERNAL_ERROR",
      `a block of the service's data file (${DATA_CATALOG}.duckdb) is damaged, and a table of this statement can't be read: the operator can restore the file from a backup, or drop the table`,
      null,
      error,
    );
  const limit = LIMITS.find(([pattern]) => pattern.test(message))?.[1];
  if (limit !== undefined) return new SqlError("EXCEEDED_LIMIT", limit, null, error);
  if (/^TransactionContext Error/.test(message) && /conflict|another transaction/i.test(message))
    return new SqlError(
      "GENERIC_USER_ERROR",
      "another statement changed the same table at the same time, and nothing of this one was changed; run it again",
      null,
      error,
    );
  // DuckDB rejected the compiled SQL; its message would be about generated SQL.
  if (
    /^(?:Binder|Parser|Catalog|Internal|INTERNAL|Not implemented) Error(?!: Unknown TimeZone)/.test(
      message,
    ) &&
    !/^Catalog Error: (?:(?:Schema|Table) with name|Existing object)/.test(message)
  )
    return new SqlError(
      "NOT_SUPPORTED",
      `unsupported in the local service: ${VIEW_CHANGED.test(message) ? "changing a view; change the tables that it reads" : "this statement can't run as written"}`,
      positionIn(message, sql, marked),
      error,
    );
  const kind = KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? "GENERIC_INTERNAL_ERROR";
  return new SqlError(kind, clean(message), positionIn(message, sql, marked), error);
}

/** DuckDB's messages about its limits. */
const LIMITS: readonly (readonly [RegExp, string])[] = [
  [
    /^Out of Memory Error/,
    "the query needs more memory or temporary space than the service may use; read less at a time, or start the service with a larger --memory",
  ],
  [
    /^\w+ Error: Max expression depth/,
    "the statement nests or joins more than 1,000 deep; put parts of it in tables of their own",
  ],
  [/^Parser Error: Maximum grouping set count/, "GROUP BY has more than 65,535 grouping sets"],
];

/** DuckDB's messages about rows and columns of views. */
const VIEW_CHANGED = /is not an table|Can only (?:delete from|update) base table|Can only modify view/;

/** DuckDB's messages about types, and their wording in the dialects. */
const REWORDED: readonly (readonly [RegExp, (text: string, type: string) => string])[] = [
  [
    /^(Schema|Table) with name (.*) does not exist!?/,
    (what, name) => `${what.toLowerCase()} '${name}' does not exist`,
  ],
  [
    /^(Schema|Table) with name "?(.*?)"? already exists!?/,
    (what, name) => `${what.toLowerCase()} '${name}' already exists`,
  ],
  [
    /^Existing object "?(.*?)"? is of type (\w+).*/,
    (name, what) => `'${name}' is a ${what.toLowerCase()}: drop it first`,
  ],
  [
    /^Type \S+ with value (.*) can't be cast because the value is out of range for the destination type (\S+)/,
    (value, type) => `Out of range for ${type}: ${value}`,
  ],
  [/^Failure in decode()()/, () => "the bytes are no text: they are not valid UTF-8"],
  [/^Unknown TimeZone '(.*)'()/, (zone) => `'${zone}' is not a valid time zone`],
  [/^Failed to cast decimal value (\S+) to type (\S+)/, (value, type) => `Cannot cast ${value} to ${type}`],
  [/^Casting value "(.*)" to type (\S+) failed/, (value, type) => `Out of range for ${type}: ${value}`],
  [
    /^Could not (?:convert string|cast value) (.*) to ([A-Z]+[\d(),]*)/,
    (value, type) => `Cannot cast ${value} to ${type}`,
  ],
  [
    /^(?:(?:date|time|timestamp) field value out of range|invalid (?:date|time|timestamp) field format): "([^"]*)"()/,
    (value) => `Value cannot be cast to a date or time: ${value}`,
  ],
  [/^More than one row returned by a (subquery)()/, () => "Scalar sub-query has returned multiple rows"],
  [/^Invalid UTF8 Codepoint (\S+)()/, (code) => `Not a valid Unicode code point: ${code}`],
  [/^Map keys can not be (NULL)()/, () => "map key cannot be null"],
  [/^Map keys must be (unique)()/, () => "Duplicate map keys are not allowed"],
  [/^QUANTILE can only take parameters in the range (\S+) (\S+)/, () => "the percentile must be from 0 to 1"],
  [
    /^Invalid input for (arg_min\/arg_max|min\/max)(): n/,
    () => "the number of values must be greater than 0",
  ],
  [
    /^((?:missing|no argument|invalid|bad|trailing|unexpected) [^:]*: .*)()$/,
    (fault) => `invalid regular expression: ${fault}`,
  ],
  [/^Needed scale \d+ (to)()/, () => "decimal multiplication overflow"],
  [/^Overflow in HUGEINT (\w+)()/, () => "Decimal overflow"],
  [/^Overflow on abs\((\S+)\)()/, (value) => `Value ${value} is out of range for abs`],
  [/^Overflow in division of (\S+ \/ -1)()/, (quotient) => `division overflow: ${quotient}`],
  [
    /^Overflow in (\w+) of (\S+)/,
    (operation, type) => (type.startsWith("decimal") ? "Decimal overflow" : `${type} ${operation} overflow`),
  ],
];

const INTEGERS: Readonly<Record<string, string>> = {
  INT8: "tinyint",
  INT16: "smallint",
  INT32: "integer",
  INT64: "bigint",
};

const withoutSql = (message: string): string =>
  message
    .replace(/\n[ \t]{0,40}LINE \d+:[\s\S]*$/, "")
    .replace(/^(Conversion Error: Type \S+ with value .*?) when casting from source column [\s\S]*$/, "$1");

/** The message without generated SQL, DuckDB's error class and its names of integer types. */
function clean(message: string): string {
  const text = withoutSql(message)
    .replace(
      /^(?:Conversion|Binder|Parser|Catalog|Invalid Input|Out of Range|Not implemented|IO|TransactionContext|Internal|INTERNAL) Error:\s*/i,
      "",
    )
    .replace(/\n[\s\S]*$/, "")
    .replace(/"svc-(?:data|lib)"\.(?:main\.)?/g, "")
    .trim();
  for (const [pattern, write] of REWORDED) {
    const match = pattern.exec(text);
    if (match !== null) return write(match[1]!, INTEGERS[match[2]!] ?? match[2]!.toLowerCase());
  }
  return text;
}

/** Maps the position in the generated SQL to the user's statement by the nearest mark before it. */
function positionIn(
  message: string,
  sql: string,
  marked: MarkedSql | null,
): { line: number; column: number } | null {
  const pointer = /\nLINE (\d+): (.*)\n(\s*)\^/.exec(message);
  if (pointer === null || marked === null || marked.marks.length === 0) return null;
  const [, line, excerpt, spaces] = pointer;
  const column = spaces!.length - `LINE ${line}: `.length;
  // DuckDB cuts long lines to a window around the position, with dots on the cut sides.
  const window = excerpt!.replace(/^\.\.\./, "").replace(/\.\.\.$/, "");
  const start = marked.sql.indexOf(window);
  if (start < 0) return null;
  const at = start + column - (excerpt!.startsWith("...") ? 3 : 0);
  const before = marked.marks.filter((mark) => mark.at <= at);
  const mark = before.at(-1) ?? marked.marks[0]!;
  return positionOf(sql, mark.pos);
}
