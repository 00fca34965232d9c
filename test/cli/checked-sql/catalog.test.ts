import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { createProgram } from "../../../src/cli/main.ts";
import { connect } from "../../../src/core/connect.ts";
import { startService, type Service } from "../../../src/service/start-service.ts";

let folder: string;
let service: Service;
const home = process.cwd();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svclib-catalog-"));
  service = await startService({ dataDir: join(folder, "data") });
  process.env["SVC_API_SERVER"] = service.url;
  process.env["SVC_API_KEY"] = service.apikey;
  await using client = connect();
  for (const name of ["shop", "lab"]) await client.create_database_if_not_exists(name);
  await client.query("create table shop.orders (symbol varchar, price double, tags array(bigint))");
  await client.query("create table lab.runs (id bigint)");
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(home);
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => void jest.restoreAllMocks());

async function pull(...args: string[]): Promise<string> {
  let printed = "";
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const end = await createProgram()
    .parseAsync(["node", "svclib", "catalog", "pull", ...args])
    .then(
      () => "",
      (error: Error) => error.message,
    );
  return printed + end;
}

test("svclib catalog pull keeps a file of the service's tables", async () => {
  expect(await pull("--check")).toBe(
    "svclib.catalog.json does not exist; run svclib catalog pull, and commit the file",
  );
  expect(await pull("shp")).toMatch(/^database shp does not exist; did you mean 'shop'\?$/);
  expect(await pull("shop")).toBe("svclib.catalog.json: 1 database, 1 table\n");
  expect(readFileSync("svclib.catalog.json", "utf8")).toBe(`{
  "version": 1,
  "databases": [
    {
      "name": "shop",
      "tables": [
        {
          "name": "orders",
          "columns": [
            { "name": "symbol", "type": "string" },
            { "name": "price", "type": "double" },
            { "name": "tags", "type": "array<long>" }
          ]
        }
      ]
    }
  ]
}
`);
  expect(await pull("--check")).toBe("svclib.catalog.json: up to date, 1 database, 1 table\n");
});

test("--check names what changed", async () => {
  await using client = connect();
  await client.query("create table shop.customers (id bigint)");
  await client.query("alter table shop.orders add column note varchar");
  await client.query("alter table shop.orders drop column tags");
  const text = readFileSync("svclib.catalog.json", "utf8");
  writeFileSync("svclib.catalog.json", text.replace('"price", "type": "double"', '"price", "type": "long"'));
  expect(await pull("--check"))
    .toBe(`svclib.catalog.json is stale; run svclib catalog pull, and commit the file
  - shop.orders.tags array<long>
  + shop.customers table
  + shop.customers.id long
  + shop.orders.note string
  shop.orders.price is double, was long`);
  expect(await pull()).toBe("svclib.catalog.json: 1 database, 2 tables\n");
  expect(await pull("--all")).toMatch(/^svclib.catalog.json: \d databases, \d tables\n$/);
});

test("a file that is no catalogue is written again for the databases that are named, or all", async () => {
  const file = join(folder, "broken.json");
  const conflict = "<<<<<<< ours\n{}\n=======\n";
  writeFileSync(file, conflict);
  const advice =
    "broken.json is not JSON; write it again with svclib catalog pull --all, or pull DATABASE ...";
  expect(await pull("--output", file)).toBe(advice);
  expect(await pull("--output", file, "--all", "--check")).toBe(advice);
  expect(readFileSync(file, "utf8")).toBe(conflict);
  expect(await pull("--output", file, "lab")).toBe("broken.json: 1 database, 1 table\n");
  writeFileSync(file, "[]");
  expect(await pull("--output", file, "--all")).toMatch(/^broken\.json: \d databases, \d tables\n$/);
});

test("a folder in the place of the file is named", async () => {
  expect(await pull("--output", folder)).toBe(`${folder} can't be read: it is a folder`);
});
