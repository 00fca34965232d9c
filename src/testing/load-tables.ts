import { randomUUID } from "node:crypto";
import { copyFile, mkdir, writeFile, readdir, stat } from "node:fs/promises";
import { basename, join, dirname, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { ConfigError } from "../core/errors.ts";
import { quoteName, quoteText } from "../dialect/quote.ts";
import { DATA_CATALOG } from "../dialect/storage-names.ts";
import type { Database } from "../engine/database/database.ts";
import type { Changed, TableKey } from "../engine/database/table-changes.ts";
import { checkNewName } from "../engine/tables/change-columns.ts";
import { scanFault, typedScan } from "../engine/tables/file-scan.ts";
import { schemaName, tableName } from "../engine/tables/read-tables.ts";
import { removeAll, ifThere } from "../system/system.ts";
import { rowColumns } from "./row-columns.ts";
import type { TestData, TestRows } from "./test-options.ts";
import { isPlainObject } from "../core/text/json-text.ts";
import { isWellFormed } from "../core/text/visible-text.ts";
import { scalarJson, stringifyJson } from "../engine/results/stringify-json.ts";

/** The rows of a table: of files, or given. */
type TestSource = readonly string[] | { readonly rows: TestRows };

/**
 * Loads tables. One that is there keeps its columns, and gets the rows in the place of its own.
 *
 * @param folder - Paths are relative to it.
 */
export async function loadTables(database: Database, data: TestData, folder: string): Promise<void> {
  for (const [name, tables] of Object.entries(data)) {
    checkNewName("database", name);
    const sources = await sourcesOf(tables, folder);
    for (const table of sources.keys()) checkNewName("table", table);
    const changed = [null, ...sources.keys()].map((table): Changed => ({ database: name, name: table }));
    await database.changes.during(changed, () =>
      database.use("service", async (connection) => {
        await connection.run(`CREATE SCHEMA IF NOT EXISTS ${schemaName(name)}`);
        for (const [table, source] of sources)
          await load(connection, { database: name, name: table }, source, database.stages);
      }),
    );
  }
}

async function sourcesOf(tables: TestData[string], folder: string): Promise<Map<string, TestSource>> {
  const sources = new Map<string, TestSource>();
  if (typeof tables === "string") {
    for (const path of await findFiles(tables, folder)) {
      const name = basename(path).replace(/\..*$/, "");
      sources.set(name, [...((sources.get(name) as readonly string[] | undefined) ?? []), path]);
    }
  } else
    for (const [name, source] of Object.entries(tables))
      sources.set(name, typeof source === "string" ? await findFiles(source, folder) : { rows: source });
  return sources;
}

async function load(
  connection: DuckDBConnection,
  key: TableKey,
  source: TestSource,
  stages: string,
): Promise<void> {
  // The engine reads files of its stages only.
  const folder = join(stages, `test-${randomUUID()}`);
  await mkdir(folder);
  let isBegun = false;
  try {
    const columns = await columnsOf(connection, key);
    const table = tableName(key);
    const reader =
      "rows" in source
        ? await rowsReader(key, source.rows, columns, folder)
        : await filesReader(connection, source, columns !== null, folder);
    await connection.run("BEGIN");
    isBegun = true;
    if (columns === null) await connection.run(`CREATE TABLE ${table} AS FROM ${reader!}`);
    else {
      await connection.run(`DELETE FROM ${table}`);
      if (reader !== null) await connection.run(`INSERT INTO ${table} BY NAME FROM ${reader}`);
    }
    await connection.run("COMMIT");
  } catch (cause) {
    if (isBegun) await connection.run("ROLLBACK");
    const message = scanFault((cause as Error).message.replaceAll(`${folder}/`, ""));
    throw new ConfigError(`the data of ${key.database}.${key.name} can't be loaded: ${message}`, { cause });
  } finally {
    await removeAll(folder);
  }
}

/** Columns of a table with the engine's types; null if it is not there. */
async function columnsOf(
  connection: DuckDBConnection,
  { database, name }: TableKey,
): Promise<Map<string, string> | null> {
  const reader = await connection.runAndReadAll(
    `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = '${DATA_CATALOG}' AND schema_name = $1 AND table_name = $2 ORDER BY column_index`,
    [database, name],
  );
  const rows = reader.getRows() as [string, string][];
  return rows.length === 0 ? null : new Map(rows);
}

/** Null for no rows of a table that is there. */
async function rowsReader(
  { database, name }: TableKey,
  rows: TestRows,
  columns: ReadonlyMap<string, string> | null,
  folder: string,
): Promise<string | null> {
  if (rows.length === 0 && columns !== null) return null;
  const other = rows.findIndex((row: object | null) => row === null || !isPlainObject(row));
  if (other >= 0) throw new ConfigError(`row ${other + 1} is no object of its columns' values`);
  const own = columns === null ? rowColumns(rows, `${database}.${name}`) : namesIn(rows, columns);
  if (own.size === 0) throw new ConfigError("no row says which columns it has");
  const path = join(folder, "rows.jsonl");
  await writeFile(path, rows.map((row, i) => `${rowJson(row, i)}\n`).join(""));
  // The engine's reader of JSON takes bytes as text.
  const types = [...own].map(
    ([column, type]) => `${quoteName(column)}: '${type === "BLOB" ? "VARCHAR" : type}'`,
  );
  const bytes = [...own].filter(([, type]) => type === "BLOB").map(([column]) => quoteName(column));
  const replaced = bytes.map((column) => `CAST(${column} AS BLOB) AS ${column}`).join(", ");
  const reader = `read_json([${quoteText(path)}], format = 'newline_delimited', records = true, columns = {${types.join(", ")}})`;
  return bytes.length === 0 ? reader : `(SELECT * REPLACE (${replaced}) FROM ${reader})`;
}

/** The columns of rows with the types that a table has for them. */
function namesIn(rows: TestRows, columns: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return new Map([...names].map((name) => [name, columns.get(name) ?? "VARCHAR"]));
}

async function filesReader(
  connection: DuckDBConnection,
  paths: readonly string[],
  hasColumns: boolean,
  folder: string,
): Promise<string> {
  const copies = paths.map((path, i) => join(folder, `${i}-${basename(path)}`));
  // The columns of a table that is there say what the texts of a CSV file are.
  for (const [i, copy] of copies.entries()) await copyFile(paths[i]!, copy);
  const scan = await typedScan(connection, copies, { asTexts: hasColumns });
  if (scan === null)
    throw new ConfigError(
      `${paths[0] ?? ""} is neither Parquet, CSV, TSV nor JSON lines: its name says which of them it is`,
    );
  return scan;
}

/** Files that a path or a pattern with `*`, `?` and `**` names, sorted. @throws ConfigError if there is none. */
async function findFiles(pattern: string, folder: string): Promise<string[]> {
  const whole = resolve(folder, pattern).replaceAll("\\", "/");
  const files = /[*?]/.test(whole) ? await matching(whole) : [whole];
  const paths = [];
  for (const path of files) if ((await ifThere(stat(path)))?.isFile() === true) paths.push(path);
  if (paths.length === 0) throw new ConfigError(`no file matches ${pattern} in ${folder}`);
  return paths.sort();
}

async function matching(pattern: string): Promise<string[]> {
  const fixed = dirname(pattern.slice(0, pattern.search(/[*?]/) + 1));
  const source = pattern.replace(/[\\^$.+()[\]{}|]/g, "\\$&").replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) => {
    if (wildcard === "**/") return "(?:.*/)?";
    return wildcard === "**" ? ".*" : wildcard === "*" ? "[^/]*" : "[^/]";
  });
  const names = (await ifThere(readdir(fixed, { recursive: pattern.includes("/", fixed.length + 1) }))) ?? [];
  const isMatch = new RegExp(`^${source}$`);
  return names.map((name) => join(fixed, name).replaceAll("\\", "/")).filter((path) => isMatch.test(path));
}

/** A row as a line of JSON in the forms that the engine reads: bytes as `\xAB`, NaN as text. @throws ConfigError for a lone surrogate */
const rowJson = (row: TestRows[number], index: number): string =>
  stringifyJson(row, (value) => {
    if (value instanceof Uint8Array)
      return JSON.stringify([...value].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""));
    if (typeof value === "string") checkText(value, index);
    return typeof value === "number" && !Number.isFinite(value) ? `"${value}"` : scalarJson(value);
  });

/** Not without the engine's own error, which names neither row nor text. */
function checkText(text: string, index: number): void {
  if (!isWellFormed(text))
    throw new ConfigError(
      `row ${index + 1} holds half a character (a lone surrogate): ${JSON.stringify(text.slice(0, 40))}`,
    );
}
