import type { DuckDBConnection } from "@duckdb/node-api";
import { quoteName, quoteText } from "../../dialect/quote.ts";

/** Formats by the end of a file's name, with the options that every reader of them gets. */
const FORMATS = [
  [/\.parquet$/i, "parquet", ""],
  [/\.[ct]sv(?:\.gz)?$/i, "csv", ", header = true"],
  [/\.(?:json|jsonl|ndjson)(?:\.gz)?$/i, "json", ""],
] as const;

type Format = (typeof FORMATS)[number][1];

/**
 * The engine's scan of files of one format, which the first one's name tells; null if it tells none.
 *
 * @param options - More of the reader's options, by format: `sample_size = -1`.
 */
export function fileScan(
  paths: readonly string[],
  options: Readonly<Partial<Record<Format, string>>> = {},
): string | null {
  const [, format, always] = FORMATS.find(([end]) => end.test(paths[0] ?? "")) ?? [];
  if (format === undefined) return null;
  const more = options[format];
  const files = paths.map(quoteText).join(", ");
  // Folders above a file add no columns, as `day=1` would.
  return `read_${format}([${files}], union_by_name = true, hive_partitioning = false${always}${more === undefined ? "" : `, ${more}`})`;
}

/**
 * Every line of a CSV file counts: the engine's guesses skip lines until one has as many fields as those below it, and take lines that begin
 * with # for comments. Fields may hold line ends of another kind than the lines.
 */
const EVERY_LINE = "skip = 0, comment = '', quote = '\"', escape = '\"', strict_mode = false";
/** Bytes of a line: a field may be a whole document. The buffer stays as large as it is for the engine's own limit of 2 MB. */
const LONG_LINES = "max_line_size = 16777216, buffer_size = 33554432";
const DELIMITERS = [",", ";", "\t", "|"];
/** What the engine finds by itself. Its dates are guesses: 02/03/24 was a day of 2002. */
const FOUND_TYPES = "auto_type_candidates = ['NULL', 'BOOLEAN', 'BIGINT', 'VARCHAR']";

const TIME_OF_DAY = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?`;
const WHOLE = String.raw`-?(?:0|[1-9]\d{0,37})`;
const DAY = String.raw`\d{4}-\d{2}-\d{2}`;

type TypeCandidate = readonly [type: string, form: string];

/** Types that all texts of a column may have, in this order, with their form. */
const NUMBER_TYPES: readonly TypeCandidate[] = [
  ["DECIMAL(38,0)", WHOLE],
  ["DOUBLE", String.raw`-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|NaN|-?Infinity`],
];
const TIME_TYPES: readonly TypeCandidate[] = [
  ["DATE", DAY],
  ["TIMESTAMP", `${DAY}(?:[ T]${TIME_OF_DAY})?`],
  ["TIMESTAMPTZ", String.raw`${DAY}[ T]${TIME_OF_DAY}(?:Z| ?UTC| ?[-+]\d{2}(?::?\d{2})?| [A-Z]\w+(?:/\w+)+)`],
  ["TIME", TIME_OF_DAY],
];
const CSV_TYPES = [...NUMBER_TYPES, ...TIME_TYPES];

/** What the values of a column of JSON may be, by what the engine takes them for: 02-03-24 for a day of 2002, long numbers for doubles. */
const JSON_TYPES: ReadonlyMap<string, readonly TypeCandidate[]> = new Map([
  ["DOUBLE", NUMBER_TYPES],
  ...["VARCHAR", "DATE", "TIMESTAMP", "TIME"].map((type) => [type, TIME_TYPES] as const),
]);

/** Rows that are enough to see that a column of texts is nothing else. */
const FIRST_ROWS = 1000;

/**
 * The engine's scan of files with their names and types; null if the first file's name tells no format. Texts of a CSV file become numbers,
 * dates and times where all of a column are, without a loss and in ISO's form. Whole numbers of JSON past 64 bits are decimals.
 *
 * @param options - More of the reader's options, by format; `rows`, how many rows of a CSV file tell its types (default: all). All rows of JSON
 *   tell its names and types, as the engine leaves out a name that comes later without a word.
 * @throws Error for a file whose lines differ in their number of fields, and what the engine says of other files
 */
export async function typedScan(
  connection: DuckDBConnection,
  paths: readonly string[],
  { json = "", rows = -1, asTexts = false }: { json?: string; rows?: number; asTexts?: boolean } = {},
): Promise<string | null> {
  const plain = fileScan(paths, { ...(json !== "" && { json }) });
  if (plain?.startsWith("read_json") === true) {
    const scanOf = (more: string): string =>
      fileScan(paths, { json: [json, more].filter((option) => option !== "").join(", ") })!;
    return jsonScan(connection, scanOf, asTexts);
  }
  if (plain?.startsWith("read_csv") !== true) return plain;
  const types = asTexts ? "all_varchar = true" : FOUND_TYPES;
  const scanOf = (delimiter: string, more = ""): string =>
    fileScan(paths, {
      csv: `sample_size = ${rows}, ${EVERY_LINE}, ${LONG_LINES}, ${types}, delim = '${delimiter}'${more}`,
    })!;
  const [delimiter, columns] = await delimiterOf(
    connection,
    scanOf,
    /\.tsv/i.test(paths[0] ?? "") ? ["\t"] : DELIMITERS,
  );
  if (asTexts) return scanOf(delimiter);
  const texts = columns.filter(({ type }) => type === "VARCHAR");
  const candidates = new Map(texts.map(({ name }) => [name, CSV_TYPES]));
  const textual = await textTypes(connection, scanOf(delimiter), candidates, rows);
  if (textual.size === 0) return scanOf(delimiter);
  const named = Array.from(textual, ([name, type]) => `${quoteText(name)}: '${type}'`);
  return scanOf(delimiter, `, types = {${named.join(", ")}}`);
}

/** What the engine says of a file: without its kind of error, the row, and what its options could do. */
export function scanFault(message: string): string {
  const [text = ""] = message.replace(/^[\w ]+ Error: /, "").split(/\n\s*\n|\n(?=LINE \d|Possible|Try )/);
  return text
    .split("\n")
    .filter((line) => !line.startsWith("Original Line:"))
    .join(" ")
    .trim();
}

interface ScanColumn {
  readonly name: string;
  readonly type: string;
}

/** The first delimiter with which all lines have the fields of the header, if possible more than one. */
async function delimiterOf(
  connection: DuckDBConnection,
  scanOf: (delimiter: string) => string,
  delimiters: readonly string[],
): Promise<readonly [delimiter: string, columns: readonly ScanColumn[]]> {
  let single: readonly [string, readonly ScanColumn[]] | null = null;
  let reason: unknown = null;
  for (const delimiter of delimiters) {
    try {
      const columns = await scanColumns(connection, scanOf(delimiter));
      if (columns.length > 1) return [delimiter, columns];
      if (delimiter === delimiters[0]) single = [delimiter, columns];
    } catch (error) {
      if (!(reason instanceof Error) || isUneven(reason)) reason = error;
    }
  }
  if (single !== null) return single;
  if (!isUneven(reason)) throw reason;
  throw new Error(
    "a line has more or fewer fields than the first line, which names the columns, or a quote that does not end: give every line a field for each column, and put a text with a comma, a quote or a line end into double quotes",
    { cause: reason },
  );
}

/** The engine has no more to say of lines that differ in their fields. */
const isUneven = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("detect the CSV parsing dialect");

async function scanColumns(connection: DuckDBConnection, scan: string): Promise<ScanColumn[]> {
  const prepared = await connection.prepare(`SELECT * FROM ${scan}`);
  try {
    return Array.from({ length: prepared.columnCount }, (_, i) => ({
      name: prepared.columnName(i),
      type: String(prepared.columnType(i)),
    }));
  } finally {
    prepared.destroySync();
  }
}

const ALL_ROWS = "sample_size = -1, maximum_sample_files = 2147483647";

/**
 * A scan of JSON with the names of all its rows, and with times and long numbers as they are written.
 *
 * @param asTexts - Leaves them texts.
 */
async function jsonScan(
  connection: DuckDBConnection,
  scanOf: (more: string) => string,
  asTexts: boolean,
): Promise<string> {
  const scan = scanOf(ALL_ROWS);
  const columns = await scanColumns(connection, scan);
  // The engine does not find a name again that it has changed.
  if (columns.some(({ name }) => isRenamed(name, columns))) return scan;
  const candidates = new Map(
    columns.flatMap(({ name, type }) => {
      const types = JSON_TYPES.get(type);
      return types === undefined ? [] : [[name, types] as const];
    }),
  );
  const withTypes = (types: ReadonlyMap<string, string>): string => {
    const all = columns.map(({ name, type }) => {
      const own = types.get(name) ?? (candidates.has(name) ? "VARCHAR" : withoutTimes(type));
      return `${quoteText(name)}: ${quoteText(own)}`;
    });
    return scanOf(`columns = {${all.join(", ")}}`);
  };
  const texts = withTypes(new Map());
  return asTexts ? texts : withTypes(await textTypes(connection, texts, candidates, -1));
}

/** Whether the engine may have changed a name: one that is empty, or that differs from another only in its case. */
function isRenamed(name: string, columns: readonly ScanColumn[]): boolean {
  const [, begin] = /^(.*)_\d+$/su.exec(name) ?? [];
  return (
    /^C\d+$/.test(name) ||
    (begin !== undefined && columns.some((other) => other.name.toLowerCase() === begin.toLowerCase()))
  );
}

/** A type of lists and objects whose days and times are texts. */
const withoutTimes = (type: string): string =>
  type.replace(/"(?:[^"]|"")*"|\b(?:DATE|TIMESTAMP|TIME)\b/g, (part) =>
    part.startsWith('"') ? part : "VARCHAR",
  );

/** The types of those columns of texts that are something else. @param candidates - The types that a column may have */
async function textTypes(
  connection: DuckDBConnection,
  scan: string,
  candidates: ReadonlyMap<string, readonly TypeCandidate[]>,
  rows: number,
): Promise<Map<string, string>> {
  const names = [...candidates.keys()];
  if (names.length === 0) return new Map();
  const list = names.map(quoteName).join(", ");
  const first = await connection.runAndReadAll(`SELECT ${list} FROM ${scan} LIMIT ${FIRST_ROWS}`);
  const columns = first.getColumns();
  const guesses = names.flatMap((name, i) =>
    candidates
      .get(name)!
      .filter(([, form]) => {
        const whole = new RegExp(`^(?:${form})$`);
        return columns[i]?.every((value) => value === null || whole.test(String(value))) ?? true;
      })
      .map(([type, form]) => ({ name, type, form })),
  );
  if (guesses.length === 0) return new Map();
  const tests = guesses.map(({ name, type, form }) => {
    const column = quoteName(name);
    const value = `TRY_CAST(${column} AS ${type})`;
    const isRight = type === "DOUBLE" ? `(isfinite(${value}) OR NOT regexp_matches(${column}, '\\d'))` : `${value} IS NOT NULL`; // prettier-ignore
    return `bool_and(regexp_full_match(${column}, ${quoteText(form)}) AND ${isRight}) FILTER (${column} IS NOT NULL)`;
  });
  const limit = rows < 0 ? "" : ` LIMIT ${rows}`;
  const answer = await connection.runAndReadAll(`SELECT ${tests.join(", ")} FROM (FROM ${scan}${limit})`);
  const fits = answer.getRows()[0] ?? [];
  // The first type that fits wins.
  return new Map(guesses.filter((_, i) => fits[i] === true).map(({ name, type }) => [name, type] as const).reverse()); // prettier-ignore
}
