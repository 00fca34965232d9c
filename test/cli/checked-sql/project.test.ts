import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { sampleProject, SHOP, svclib, writeIn } from "./sample-project.ts";

const home = process.cwd();
let folder: string | null = null;

afterEach(() => {
  process.chdir(home);
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  folder = null;
});

function openProject(files: Readonly<Record<string, string>>): string {
  folder = sampleProject(files);
  process.chdir(folder);
  return folder;
}

const STATEMENT = `import { create_engine, read_svc_query } from "svclib";
await read_svc_query("select symbl from orders", create_engine("presto:shop"));
`;
const FAULT = "error COLUMN_NOT_FOUND: column 'symbl' cannot be resolved; did you mean 'symbol'?";

/** What is said of each error, without the source. */
const lines = (printed: string): string[] =>
  printed.split("\n").filter((line) => /^\S/.test(line) && !/^\d+ /.test(line));

describe("projects that refer to each other", () => {
  const config = (...references: string[]): string =>
    JSON.stringify({
      compilerOptions: {
        composite: true,
        module: "nodenext",
        target: "es2022",
        outDir: "dist",
        rootDir: "src",
        types: [],
      },
      include: ["src"],
      references: references.map((path) => ({ path })),
    });
  const root = (...references: string[]): string =>
    JSON.stringify({ files: [], references: references.map((path) => ({ path })) });

  test("are read without a build of those that they import", async () => {
    const workspace = openProject({
      "tsconfig.json": root("packages/app", "packages/data"),
      "packages/app/tsconfig.json": config("../data"),
      "packages/app/package.json": '{ "name": "@shop/app", "type": "module" }',
      "packages/app/src/main.ts": `import { run, shop, Texts } from "@shop/data";
await run(Texts.all, shop);
await run("select idd from orders", shop);
`,
      "packages/data/tsconfig.json": config(),
      "packages/data/package.json":
        '{ "name": "@shop/data", "type": "module", "exports": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } }',
      "packages/data/src/index.ts": `import { create_engine, read_svc_query as run } from "svclib";
export { run };
export const shop = create_engine("presto:shop");
export const Texts = { all: "select symbl from orders" } as const;
export const count = () => run("select count(*) as n from orders", shop);
`,
    });
    mkdirSync(join(workspace, "node_modules/@shop"));
    symlinkSync(join(workspace, "packages/data"), join(workspace, "node_modules/@shop/data"), "junction");
    expect(lines(await svclib("check"))).toEqual([
      `packages/data/src/index.ts:4:37 - ${FAULT}`,
      "packages/app/src/main.ts:3:19 - error COLUMN_NOT_FOUND: column 'idd' cannot be resolved; did you mean 'id'?",
      "Found 2 errors in 2 files; 3 statements checked.",
      "exit 1",
    ]);
  });

  test("may do so in a circle", async () => {
    openProject({
      "tsconfig.json": root("one", "."),
      "one/tsconfig.json": root("..", "../two"),
      "two/tsconfig.json": config("../one"),
      "two/src/main.ts": STATEMENT.replace("symbl", "symbol"),
    });
    expect(await svclib("check")).toBe("1 statement checked.\nexit 0");
  });

  test("give a named file the options of its own", async () => {
    const paths = { compilerOptions: { module: "nodenext", types: [], paths: { "#text": ["./text.ts"] } } };
    openProject({
      "tsconfig.json": root("one", "two"),
      "one/tsconfig.json": "{}",
      "one/a.ts": "",
      "two/tsconfig.json": JSON.stringify(paths),
      "two/text.ts": 'export const text = "select symbl from orders";',
      "two/b.ts": `import { connect } from "svclib";
import { text } from "#text";
await connect(null, null, { database: "shop" }).query(text);
`,
    });
    expect(lines(await svclib("check", "two/b.ts"))[0]).toBe(`two/text.ts:1:29 - ${FAULT}`);
  });

  test("have each file once", async () => {
    const all = JSON.stringify({
      compilerOptions: { module: "nodenext", types: [] },
      include: ["../src"],
    });
    openProject({
      "tsconfig.json": root("app", "test"),
      "app/tsconfig.json": all,
      "test/tsconfig.json": all,
      "src/main.ts": STATEMENT.replace("symbl", "symbol"),
    });
    expect(await svclib("check")).toBe("1 statement checked.\nexit 0");
  });
});

describe("a project that can't be read as it says", () => {
  test.each([
    [
      "a base that is missing",
      '{ "extends": "@shop/base/tsconfig.json" }',
      "tsconfig.json can't be read: File '@shop/base/tsconfig.json' not found.",
    ],
    [
      "a comma that is missing",
      '{ "include": ["*.ts"] "compilerOptions": {} }',
      "tsconfig.json can't be read: ',' expected.",
    ],
  ])("%s", async (_, config, message) => {
    openProject({ "tsconfig.json": config, "main.ts": STATEMENT });
    expect(await svclib("check")).toBe(`exit 1 ${message}`);
  });

  test("options of a later TypeScript are left to it", async () => {
    openProject({
      "tsconfig.json": '{ "compilerOptions": { "module": "node99", "laterOption": true, "types": [] } }',
      "main.ts": STATEMENT,
    });
    expect(lines(await svclib("check"))[0]).toBe(`main.ts:2:30 - ${FAULT}`);
  });

  test("a named folder without a tsconfig.json is not another project", async () => {
    openProject({ "main.ts": STATEMENT, "other/readme.md": "" });
    expect(await svclib("check", "--project", "other")).toBe("exit 1 there is no tsconfig.json in other");
  });

  test("a named file that TypeScript does not read", async () => {
    openProject({ "main.js": STATEMENT });
    expect(await svclib("check", "main.js")).toBe(
      "exit 1 main.js is not read as TypeScript; for JavaScript set allowJs in tsconfig.json",
    );
  });

  test("imports that are missing are named", async () => {
    openProject({
      "main.ts": `import { readFileSync } from "node:fs";
import type { Row } from "./rows.ts";
import { run } from "@shop/data";
await run("select symbl from orders", readFileSync);
`,
    });
    expect(await svclib("check")).toBe(`0 statements checked.
main.ts:3:21: '@shop/data' can't be resolved; statements that need it are not seen
exit 0`);
    expect(JSON.parse((await svclib("check", "--json")).replace(/exit 0$/, ""))).toMatchObject({
      unresolved: [{ file: "main.ts", line: 3, column: 21, module: "@shop/data" }],
    });
  });
});

test("files with a byte order mark and Windows's line ends", async () => {
  const windows = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
  const project = openProject({
    "main.ts": windows(STATEMENT),
    "svclib.catalog.json": windows(SHOP),
    "tsconfig.json": windows('{\n "compilerOptions": { "module": "nodenext", "types": [] } }'),
  });
  expect(lines(await svclib("check"))[0]).toBe(`main.ts:2:30 - ${FAULT}`);
  await svclib("types");
  writeIn(project, "svclib.d.ts", windows(readFileSync("svclib.d.ts", "utf8")));
  expect(await svclib("types", "--check")).toMatch(/^svclib\.d\.ts: up to date/);
});

test.each([
  ["a constant", 'import { read_svc_query } from "svclib"; const run = read_svc_query;'],
  ["taken from a module", 'const { read_svc_query: run } = await import("svclib");'],
  ["taken from an object", 'import * as svclib from "svclib"; const { read_svc_query: run } = svclib;'],
])("a read under another name: %s", async (_, declaration) => {
  openProject({
    "main.ts": `${declaration}
await run("select symbl from orders", (await import("svclib")).create_engine("presto:shop"));
`,
  });
  expect(lines(await svclib("check"))[0]).toBe(`main.ts:2:19 - ${FAULT}`);
});

test("texts of constants' parts, of raw templates and of asserted types", async () => {
  openProject({
    "main.ts": `import { connect } from "svclib";
const client = connect(null, null, { database: "shop" });
const Texts = { all: "select symbl from orders", byId: { one: "select ida from orders" } } as const;
const { all, byId: { one } } = Texts;
await client.query(all);
await client.query(one);
await client.query(Texts["all"]);
await client.query(<string>"select symbl2 from orders");
await client.query(String.raw\`select symbl3 from orders where symbol like '\\%'\`);
`,
  });
  expect(lines(await svclib("check"))).toEqual([
    `main.ts:3:30 - ${FAULT}`,
    "main.ts:3:71 - error COLUMN_NOT_FOUND: column 'ida' cannot be resolved; did you mean 'id'?",
    "main.ts:8:36 - error COLUMN_NOT_FOUND: column 'symbl2' cannot be resolved; did you mean 'symbol'?",
    "main.ts:9:38 - error COLUMN_NOT_FOUND: column 'symbl3' cannot be resolved; did you mean 'symbol'?",
    "Found 4 errors in 1 file; 5 statements checked.",
    "exit 1",
  ]);
});
