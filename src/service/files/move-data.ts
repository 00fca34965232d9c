// Takes a data folder from one version of the engine to another: out as Parquet files and SQL, which every version reads, and in to a new folder.
import { cp, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { SettingError } from "../../engine/errors/fault.ts";
import { DATA_CATALOG } from "../../dialect/storage-names.ts";
import { quoteName, quoteText } from "../../dialect/quote.ts";
import { ifThere, removeAll, renameFile, syncFolder } from "../../system/system.ts";
import { checkFormat, markFormat } from "./data-folder.ts";
import { lockFolder } from "./lock-file.ts";
import { openDatabase } from "../../engine/database/database.ts";
import { installLibrary } from "../../engine/library/install-library.ts";

/** Of an exported folder: the engine's files, and the comments, which the engine does not export. */
const TABLES = "tables";
const COMMENTS = "comments.json";
/** What else belongs to the data. Uploads that were not finished and spill files don't. */
const FILES = ["keys.json", "jobs.jsonl", "results"];

const isThere = async (path: string): Promise<boolean> => (await ifThere(stat(path))) !== null;

async function emptyFolder(path: string): Promise<void> {
  if (!(await removeAll(path)))
    throw new SettingError(`Another program has files in ${path} open: end it first.`);
  await mkdir(path, { mode: 0o700 });
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of FILES)
    if (await isThere(join(from, name))) await cp(join(from, name), join(to, name), { recursive: true });
}

/** Runs `work` in the data file of a folder, which nobody else has open meanwhile. */
async function withData(
  folder: string,
  hasData: boolean,
  work: (connection: DuckDBConnection) => Promise<void>,
): Promise<void> {
  const release = lockFolder(folder);
  try {
    const database = await openDatabase({ folder, hasData, prepare: installLibrary, load: work });
    await database.close();
  } finally {
    release();
  }
}

/** Statements that give tables, columns and views their comments again; a view's has its text. */
async function readComments(connection: DuckDBConnection): Promise<string[]> {
  const reader = await connection.runAndReadAll(
    `SELECT kind, schema_name, name, column_name, comment FROM (
         SELECT 'TABLE' AS kind, schema_name, table_name AS name, NULL AS column_name, comment, database_name FROM duckdb_tables()
         UNION ALL SELECT 'VIEW', schema_name, view_name, NULL, comment, database_name FROM duckdb_views()
         UNION ALL SELECT 'COLUMN', schema_name, table_name, column_name, comment, database_name FROM duckdb_columns()
       ) WHERE database_name = ${quoteText(DATA_CATALOG)} AND comment IS NOT NULL`,
  );
  return (reader.getRows() as (string | null)[][]).map(([kind, schema, name, column, comment]) => {
    const path = [schema, name, column].filter((part) => part != null).map(quoteName);
    return `COMMENT ON ${kind} ${path.join(".")} IS ${quoteText(comment ?? "")}`;
  });
}

/**
 * Writes all that a data folder holds to a new folder, which any later version can import. The data folder stays as it is.
 *
 * @throws SettingError when the target exists, or a service uses the folder. An interrupted export leaves `TARGET.part`, which the next one replaces.
 */
export async function exportData(root: string, target: string): Promise<void> {
  if (await isThere(target)) throw new SettingError(`${target} exists; name a new folder for the export.`);
  if (!(await isThere(root)))
    throw new SettingError(`${root} does not exist; name the data folder of a service with --data.`);
  if (!(await isThere(dirname(resolve(target)))))
    throw new SettingError(
      `The folder of ${target} does not exist; make it, or name another for the export.`,
    );
  await checkFormat(root);
  const part = `${resolve(target)}.part`;
  await emptyFolder(part);
  await withData(root, true, async (connection) => {
    await connection.run(
      `EXPORT DATABASE ${quoteName(DATA_CATALOG)} TO ${quoteText(join(part, TABLES))} (FORMAT parquet)`,
    );
    await writeFile(join(part, COMMENTS), JSON.stringify(await readComments(connection)));
    // While the data file is locked, so that no service begins to write them.
    await copyFiles(root, part);
  });
  await syncFolder(part);
  await renameFile(part, target);
}

/**
 * Makes a data folder of an export. A folder that is there already is kept as `ROOT.before`: the new one takes its place once it is
 * whole, so that an interrupted import loses nothing and can be repeated.
 *
 * @throws SettingError when `ROOT.before` exists, or the export can't be read.
 */
export async function importData(source: string, root: string): Promise<void> {
  const [part, before] = [".part", ".before"].map((end) => resolve(root) + end) as [string, string];
  const isReplaced = await isThere(root);
  if (isReplaced && (await isThere(before)))
    throw new SettingError(
      `${before} is there from an earlier import: move it away, or remove it, then import again.`,
    );
  // Without the folder itself, a whole one beside it is of an import that was interrupted before its last step.
  if (isReplaced || !(await checkFormat(part))) {
    if (!(await isThere(join(source, TABLES, "schema.sql"))))
      throw new SettingError(`${source} is no export of a data folder: svclib data export writes one.`);
    await emptyFolder(part);
    await withData(part, false, async (connection) => {
      await connection.run(`IMPORT DATABASE ${quoteText(join(source, TABLES))}`);
      const comments = JSON.parse(await readFile(join(source, COMMENTS), "utf8")) as string[];
      for (const comment of comments) await connection.run(comment);
      await connection.run(`CHECKPOINT ${quoteName(DATA_CATALOG)}`);
    });
    await copyFiles(source, part);
    await markFormat(part);
    await syncFolder(part);
  }
  if (isReplaced) await renameFile(root, before);
  await renameFile(part, root);
}
