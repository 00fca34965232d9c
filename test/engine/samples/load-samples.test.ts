import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../../src/engine/database/database.ts";
import { loadSamples } from "../../../src/engine/samples/load-samples.ts";

let folder: string;
let database: Database;
const lines: string[] = [];

const open = (): Promise<Database> =>
  openDatabase({ folder, load: (connection) => loadSamples(connection, (line) => lines.push(line)) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-samples-"));
  database = await open();
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function rows(sql: string): Promise<unknown[]> {
  return database.use("service", async (connection) =>
    (await connection.runAndReadAll(`${sql}`)).getRowsJson(),
  );
}

test.each([
  ["sp500", "BIGINT,DOUBLE,DOUBLE,DOUBLE,DOUBLE,DOUBLE,BIGINT", "5105", "946857600", "1587081600"],
  ["stocks", "BIGINT,VARCHAR,DOUBLE", "560", "946684800", "1267401600"],
  ["seattle_weather", "BIGINT,DOUBLE,DOUBLE,DOUBLE,DOUBLE,VARCHAR", "1461", "1325376000", "1451520000"],
  ["seattle_weather_hourly", "BIGINT,DOUBLE,DOUBLE,DOUBLE", "8759", "1262307600", "1293836400"],
  ["flights", "BIGINT,BIGINT,BIGINT,VARCHAR,VARCHAR", "3000000", "978307260", "993945600"],
])("%s", async (table, types, count, first, last) => {
  const columns = (await rows(`DESCRIBE sample_datasets.${table}`)) as string[][];
  expect(columns.map(([, type]) => type).join()).toBe(types);
  expect(await rows(`SELECT count(*), min(time), max(time) FROM sample_datasets.${table}`)).toEqual([
    [count, first, last],
  ]);
});

test("loads each table once", async () => {
  expect(lines).toHaveLength(5);
  await database.use("service", (connection) => connection.run("DELETE FROM sample_datasets.stocks"));
  await database.close();
  database = await open();
  expect(lines).toHaveLength(5);
  expect(await rows("SELECT count(*) FROM sample_datasets.stocks")).toEqual([["0"]]);
});
