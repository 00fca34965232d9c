import { ConfigError } from "../errors.ts";

/** Default name of the file. */
export const CATALOGUE_FILE = "svclib.catalog.json";

const VERSION = 1;

/** A table's name and columns, without `time`, which every table has. */
export interface FileTable {
  readonly name: string;
  /** In the table's order; types are the service's: `long`, `string`, `array<long>`, ... */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** A database of a catalogue file. */
export interface FileDatabase {
  readonly name: string;
  readonly tables: readonly FileTable[];
}

/**
 * The text of a catalogue file, which `svclib catalog pull` writes: databases and tables by name, a column per line, so that a change of
 * the service's tables is a change of as many lines.
 *
 * @example writeFileSync(CATALOGUE_FILE, catalogueFile([{ name: "shop", tables: [{ name: "orders", columns: [{ name: "id", type: "long" }] }] }]));
 */
export function catalogueFile(databases: readonly FileDatabase[]): string {
  const list = (indent: string, entries: readonly string[]): string =>
    entries.length === 0
      ? "[]"
      : `[\n${entries.map((entry) => `${indent}  ${entry}`).join(",\n")}\n${indent}]`;
  const named = (indent: string, name: string, key: string, entries: readonly string[]): string =>
    `{\n${indent}  "name": ${JSON.stringify(name)},\n${indent}  "${key}": ${list(`${indent}  `, entries)}\n${indent}}`;
  const tables = ({ name, columns }: FileTable): string =>
    named(
      "        ",
      name,
      "columns",
      columns.map((one) => `{ "name": ${JSON.stringify(one.name)}, "type": ${JSON.stringify(one.type)} }`),
    );
  const all = byName(databases).map((one) =>
    named("    ", one.name, "tables", byName(one.tables).map(tables)),
  );
  return `{\n  "version": ${VERSION},\n  "databases": ${list("  ", all)}\n}\n`;
}

/**
 * Reads the text of a catalogue file.
 *
 * @param path - Named in errors.
 * @throws ConfigError when the text is not such a file, or one of a later version.
 */
export function readCatalogueFile(text: string, path: string = CATALOGUE_FILE): readonly FileDatabase[] {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ConfigError(
      `${path} is not JSON; write it again with svclib catalog pull --all, or pull DATABASE ...`,
      { cause: error },
    );
  }
  const { version, databases } = (file ?? {}) as { readonly version?: unknown; readonly databases?: unknown };
  if (typeof version === "number" && version > VERSION)
    throw new ConfigError(
      `${path} was written by a newer svclib (version ${version} of the file); update svclib`,
    );
  if (version !== VERSION || !isListOf(databases, isDatabase))
    throw new ConfigError(
      `${path} is not a catalogue; write it again with svclib catalog pull --all, or pull DATABASE ...`,
    );
  return databases;
}

/** By code units, so that the order is the same everywhere. */
const byName = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

type EntryFields = Readonly<Record<string, unknown>>;

const isListOf = <T>(value: unknown, is: (entry: unknown) => entry is T): value is readonly T[] =>
  Array.isArray(value) && value.every(is);

const isNamed = (value: unknown): value is EntryFields & { readonly name: string } =>
  typeof value === "object" && value !== null && typeof (value as EntryFields)["name"] === "string";

const isDatabase = (value: unknown): value is FileDatabase =>
  isNamed(value) && isListOf(value["tables"], isTable);

const isTable = (value: unknown): value is FileTable =>
  isNamed(value) && isListOf(value["columns"], isColumn);

const isColumn = (value: unknown): value is FileTable["columns"][number] =>
  isNamed(value) && typeof value["type"] === "string";
