import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { connect } from "../../core/connect.ts";
import { meant } from "../../dialect/nearest-name.ts";
import { replaceFile } from "../../core/files/replace-file.ts";
import {
  CATALOGUE_FILE,
  catalogueFile,
  readCatalogueFile,
  type FileDatabase,
} from "../../core/wire/catalogue-file.ts";
import { print } from "../print.ts";
import { CommandError } from "../report-error.ts";
import { pullDatabases } from "./catalogue-source.ts";
import { counted } from "../../magics/display/number-text.ts";
import { readGenerated } from "./read-generated.ts";

export interface PullSettings {
  readonly output?: string;
  readonly all?: boolean;
  readonly check?: boolean;
}

/** Changes that are named in the error of a stale file, at most. */
const SHOWN = 10;

/**
 * Writes the tables and columns of databases to a file: of the given ones, else of those in the file, else of all; with `check` compares them
 * with the file.
 *
 * @throws CommandError for a database that does not exist, and when the file is stale; ConfigError for a file that does not say its databases.
 */
export async function pullCatalogue(databases: readonly string[], settings: PullSettings): Promise<void> {
  const { output: path = CATALOGUE_FILE, all = false, check = false } = settings;
  const name = relative(process.cwd(), path) || path;
  const text = await readGenerated(path);
  const isNamed = databases.length > 0;
  // The old file says which databases to pull, and what has changed; else it may hold anything, such as a conflict that git marked.
  const isRead = text !== null && (check || !(isNamed || all));
  const before = isRead ? readCatalogueFile(text, name) : [];
  await using client = connect();
  const names = (await client.list_databases()).map((one) => one.name);
  const selected = isNamed ? databases : all || before.length === 0 ? names : before.map((one) => one.name);
  const missing = isNamed ? selected.find((one) => !names.includes(one)) : undefined;
  if (missing !== undefined)
    throw new CommandError(
      `database ${missing} does not exist${meant(missing, names) || `; there are ${names.join(", ")}`}`,
    );
  const pulled = await pullDatabases(
    client,
    selected.filter((one) => names.includes(one)),
  );
  const after = catalogueFile(pulled);
  const isSame = text === after;
  if (check && !isSame) throw new CommandError(staleText(name, text === null, before, pulled));
  if (!isSame) await replaceFile(path, (part) => writeFile(part, after));
  const tables = pulled.flatMap((one) => one.tables).length;
  print(
    `${name}: ${isSame ? "up to date, " : ""}${counted(pulled.length, "database")}, ${counted(tables, "table")}\n`,
  );
}

function staleText(
  name: string,
  isNew: boolean,
  before: readonly FileDatabase[],
  after: readonly FileDatabase[],
): string {
  if (isNew) return `${name} does not exist; run svclib catalog pull, and commit the file`;
  const changes = changesOf(linesOf(before), linesOf(after));
  const more = changes.length > SHOWN ? [`  and ${changes.length - SHOWN} more`] : [];
  return [
    `${name} is stale; run svclib catalog pull, and commit the file`,
    ...changes.slice(0, SHOWN),
    ...more,
  ].join("\n");
}

/** Tables and columns with their types, by path. */
const linesOf = (databases: readonly FileDatabase[]): Map<string, string> =>
  new Map(
    databases.flatMap(({ name: database, tables }) =>
      tables.flatMap(({ name: table, columns }) => [
        [`${database}.${table}`, "table"] as const,
        ...columns.map(({ name, type }) => [`${database}.${table}.${name}`, type] as const),
      ]),
    ),
  );

function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const removed = [...before]
    .filter(([path]) => !after.has(path))
    .map(([path, type]) => `  - ${path} ${type}`);
  const added = [...after].filter(([path]) => !before.has(path)).map(([path, type]) => `  + ${path} ${type}`);
  const changed = [...after].flatMap(([path, type]) => {
    const former = before.get(path) ?? type;
    return former === type ? [] : [`  ${path} is ${type}, was ${former}`];
  });
  return [...removed, ...added, ...changed];
}
