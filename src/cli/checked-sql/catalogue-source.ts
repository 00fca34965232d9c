import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { connect } from "../../core/connect.ts";
import type { Client } from "../../core/client.ts";
import { CATALOGUE_FILE, readCatalogueFile, type FileDatabase } from "../../core/wire/catalogue-file.ts";
import type { CatalogueTable, KnownCatalogue } from "../../magics/known-catalogue.ts";
import { CommandError } from "../report-error.ts";

/** A catalogue to check statements against. */
export interface CatalogueSource {
  readonly catalogue: KnownCatalogue;
  /** Where it is from, for messages. */
  readonly name: string;
  /** The file; null for the service. */
  readonly file: string | null;
  /** Fetches what was asked for and is missing. @returns whether there is more now. */
  readonly fetchMissing: () => Promise<boolean>;
}

export interface CatalogueOptions {
  readonly catalog?: string | undefined;
  readonly service?: boolean | undefined;
}

/** The catalogue of the options: a file, or the service; without either, the nearest file from the project's folder up, else the service. */
export async function openCatalogue(
  { catalog, service = false }: CatalogueOptions,
  folder: string,
): Promise<CatalogueSource> {
  const file = service ? null : (catalog ?? nearestFile(folder));
  return file === null ? fromService(connect()) : fromFile(file);
}

function nearestFile(folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, CATALOGUE_FILE);
    if (existsSync(file)) return file;
    if (dirname(at) === at) return null;
  }
}

async function fromFile(path: string): Promise<CatalogueSource> {
  const name = relative(process.cwd(), path) || path;
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new CommandError(
      `${name} can't be read (${(error as NodeJS.ErrnoException).code ?? ""}); svclib catalog pull writes one`,
      1,
      { cause: error },
    );
  });
  const databases = new Map(readCatalogueFile(text, name).map((one) => [one.name, one.tables.map(listed)]));
  const catalogue = {
    databases: [...databases.keys()],
    tables: (database: string) => databases.get(database) ?? null,
  };
  return { catalogue, name, file: path, fetchMissing: () => Promise.resolve(false) };
}

const listed = ({ name, columns }: FileDatabase["tables"][number]): CatalogueTable => ({
  name,
  columns,
  count: null,
});

async function fromService(client: Client): Promise<CatalogueSource> {
  const names = (await client.list_databases()).map(({ name }) => name);
  const tables = new Map<string, readonly CatalogueTable[]>();
  const missing = new Set<string>();
  const catalogue = {
    databases: names,
    tables: (database: string) => {
      const entry = tables.get(database) ?? null;
      if (entry === null && names.includes(database)) missing.add(database);
      return entry;
    },
  };
  const fetchMissing = async (): Promise<boolean> => {
    const names = [...missing];
    missing.clear();
    for (const one of await pullDatabases(client, names)) tables.set(one.name, one.tables.map(listed));
    return names.length > 0;
  };
  const { endpoint } = await client.target();
  return { catalogue, name: endpoint, file: null, fetchMissing };
}

/** Requests at the same time. */
const AT_ONCE = 4;

/** The tables of databases with their columns, as queries name them. */
export async function pullDatabases(client: Client, names: readonly string[]): Promise<FileDatabase[]> {
  const databases: FileDatabase[] = [];
  const rest = [...names];
  const pull = async (): Promise<void> => {
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      const tables = (await client.list_tables(name)).map((table) => ({
        name: table.name,
        columns: table.schema.map((column) => ({ name: column.alias ?? column.name, type: column.type })),
      }));
      databases.push({ name, tables });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, pull));
  return databases;
}
