import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { readCatalogueFile, type FileDatabase } from "../core/wire/catalogue-file.ts";
import type { Database } from "../engine/database/database.ts";
import { createRunner } from "../engine/run/create-runner.ts";
import { startService, type Service, type ServiceOptions } from "../service/start-service.ts";
import { ifThere, removeAll } from "../system/system.ts";
import { FailureInjector } from "./inject-failures.ts";
import { loadTables } from "./load-tables.ts";
import type { TestData, TestFailure, TestServiceOptions } from "./test-options.ts";
import { columnType } from "../dialect/column-type.ts";
import { quoteName } from "../dialect/quote.ts";
import { storedTypeName } from "../dialect/types/engine-type.ts";
import { schemaName, tableName } from "../engine/tables/read-tables.ts";

/** A service of this process on a new folder, which goes when it closes. */
export interface OpenTestService extends Service {
  readonly dataDir: string;
  load(data: TestData, folder?: string): Promise<void>;
  fail(failures: readonly TestFailure[]): Promise<void>;
}

export interface OpenTestOptions extends TestServiceOptions, Omit<Partial<ServiceOptions>, "samples"> {
  /** Paths of data are relative to it. @default the process's */
  readonly folder?: string;
}

export async function openTestService(options: OpenTestOptions = {}): Promise<OpenTestService> {
  const { data = {}, failures = [], catalog, folder: base = process.cwd(), ...more } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "svclib-test-")));
  const injector = new FailureInjector();
  let database: Database | null = null;
  const service = await startService({
    memoryBytes: TEST_MEMORY,
    ...more,
    dataDir,
    around: injector.around,
    createRunner: (opened) => {
      database = opened;
      return (options.createRunner ?? createRunner)(opened);
    },
  });
  const close = async (): Promise<void> => {
    await service.close();
    if (options.dataDir === undefined) await removeAll(dataDir);
  };
  const own: OpenTestService = {
    ...service,
    dataDir,
    close,
    load: (tables, folder = base) => loadTables(database!, tables, folder),
    async fail(failure) {
      injector.use(failure, failure.length === 0 ? [] : await routesOf(service));
    },
  };
  try {
    if (catalog !== undefined) await createTables(database!, await readCatalogue(resolve(base, catalog)));
    await own.load(data);
    await own.fail(failures);
    return own;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Enough for fixtures, and little beside what a machine gives to several test processes. */
const TEST_MEMORY = 1024 ** 3;

async function readCatalogue(path: string): Promise<readonly FileDatabase[]> {
  const text = await ifThere(readFile(path, "utf8"));
  if (text === null) throw new ConfigError(`${path} does not exist; write it with svclib catalog pull`);
  return readCatalogueFile(text, path);
}

async function routesOf({ app, url }: Service): Promise<string[]> {
  const answer = await app(new Request(`${url}/openapi.json`));
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
}

/** Creates the tables of a catalogue file, without rows. */
function createTables(database: Database, databases: readonly FileDatabase[]): Promise<void> {
  const statements = databases.flatMap(({ name, tables }) => [
    `CREATE SCHEMA IF NOT EXISTS ${schemaName(name)};`,
    ...tables.map(({ name: table, columns }) => {
      const types = columns.map(
        (one) => `${quoteName(one.name)} ${storedTypeName(columnType(one.name, one.type))}`,
      );
      return `CREATE TABLE ${tableName({ database: name, name: table })} (${["time BIGINT", ...types].join(", ")});`;
    }),
  ]);
  return database.changes.during(null, () =>
    database.use("service", async (connection) => void (await connection.run(statements.join("\n")))),
  );
}
