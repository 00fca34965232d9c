import { afterEach, expect, test } from "@jest/globals";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Catalogue, TranslateContext } from "../../../src/dialect/catalogue.ts";
import { BIGINT } from "../../../src/dialect/types/type.ts";
import type * as compileModule from "../../../src/engine/compile/compile-on-threads.ts";

/** Threads run the built package only. */
const BUILT = join(import.meta.dirname, "../../../dist/engine/compile/compile-on-threads.js");
const { compileOnThreads } = (await import(pathToFileURL(BUILT).href)) as typeof compileModule;

const catalogue: Catalogue = {
  describe: ({ database, table: name }) =>
    Promise.resolve(name === "t" ? { database, name, columns: [{ name: "id", type: BIGINT }] } : null),
  databases: () => Promise.resolve(["shop"]),
  tables: () => Promise.resolve([{ name: "t", view: false }]),
  viewText: () => Promise.resolve(null),
  comments: () => Promise.reject(new Error("no comments")),
};
const context: TranslateContext = { database: "shop", scheduledTimeMs: 0, mayWrite: true, catalogue };

/** Four million characters, which take seconds. */
const LONG = `values ${"(1, 'a'), ".repeat(400_000)}(1, 'a')`;

let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

test("a thread asks for the tables, and gives the plan or the statement's error", async () => {
  const compileNow = compileOnThreads();
  const compile = (sql: string): Promise<unknown> => compileNow(sql, "presto", context, stop.signal);
  expect(await compile("select id + 1 as n from t")).toMatchObject({
    kind: "query",
    columns: [{ name: "n", type: BIGINT }],
  });
  await expect(compile("select\n  nane from t")).rejects.toMatchObject({
    name: "SqlError",
    kind: "COLUMN_NOT_FOUND",
    line: 2,
    column: 3,
  });
  await expect(compile("show create table t")).rejects.toThrow("no comments");
});

test("a thread asks for a table once, until the catalogue has another version", async () => {
  const compileNow = compileOnThreads();
  const asked: string[] = [];
  const at = (version: string | null): TranslateContext => {
    const describe: Catalogue["describe"] = (path) => {
      asked.push(`${path.table} at ${version}`);
      return catalogue.describe(path);
    };
    return { ...context, catalogue: { ...catalogue, describe, version } as Catalogue };
  };
  const compile = (sql: string, version: string | null): Promise<unknown> =>
    compileNow(sql, "presto", at(version), stop.signal);
  await compile("select id from t", "1");
  await compile("select max(id) from t", "1");
  await expect(compile("select 1 from missing", "1")).rejects.toThrow("missing");
  await expect(compile("select 1 from missing", "1")).rejects.toThrow("missing");
  await compile("select id from t", "2");
  await compile("select id from t", null);
  await compile("select id from t", null);
  expect(asked).toEqual(["t at 1", "missing at 1", "missing at 1", "t at 2", "t at null", "t at null"]);
});

test("a query is compiled once, unless it or what it depends on is another", async () => {
  const compileNow = compileOnThreads();
  const at = (version: string | null): TranslateContext => ({
    ...context,
    catalogue: { ...catalogue, version } as Catalogue,
  });
  const compile = (sql: string, more: Partial<TranslateContext> = {}, version: string | null = "1") =>
    compileNow(sql, "presto", { ...at(version), ...more }, stop.signal);
  const first = await compile("select id from t");
  expect(await compile("select id from t", { scheduledTimeMs: 86_400_000 })).toBe(first);
  expect(await compile("select id  from t")).not.toBe(first);
  expect(await compile("select id from t", { timeZone: "Asia/Tokyo" })).not.toBe(first);
  expect(await compile("select id from t", {}, "2")).not.toBe(first);
  expect(await compile("select id from t", {}, null)).not.toBe(first);
  for (const sql of ["select now()", "show tables"]) expect(await compile(sql)).not.toBe(await compile(sql));
});

test("a query of system tables is compiled each time, as these list the others", async () => {
  const compileNow = compileOnThreads();
  const listed = { ...catalogue, version: "1" } as Catalogue;
  const describe: Catalogue["describe"] = async (path) => ({
    ...(await catalogue.describe(path))!,
    system: true,
  });
  const compile = (): Promise<unknown> =>
    compileNow("select id from t", "presto", { ...context, catalogue: { ...listed, describe } }, stop.signal);
  expect(await compile()).not.toBe(await compile());
});

test("short statements are compiled beside long ones, which can be stopped", async () => {
  const compileNow = compileOnThreads();
  const compile = (sql: string, signal = stop.signal): Promise<unknown> =>
    compileNow(sql, "presto", context, signal);
  await compile("select 1");
  const ends: string[] = [];
  const note = (name: string) => (): number => ends.push(name);
  const long = [1, 2, 3, 4].map((i) =>
    compile(LONG).then(note(`long ${i}`), (error: Error) => ends.push(`${i} ${error.message}`)),
  );
  await compile("select 1").then(note("short"));
  stop.abort(new Error("is stopped"));
  await Promise.all(long);
  expect(ends[0]).toBe("short");
  expect(ends.slice(1).sort()).toEqual(["1 is stopped", "2 is stopped", "3 is stopped", "4 is stopped"]);
  await expect(compile("select 1", new AbortController().signal)).resolves.toHaveProperty("kind", "query");
});

test("a statement that takes too long is refused by the limit's name", async () => {
  // Its length alone gives it six seconds.
  const compileNow = compileOnThreads(-5900);
  const error = await compileNow(LONG, "presto", context, stop.signal).then(
    () => new Error("it was compiled"),
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({
    kind: "EXCEEDED_TIME_LIMIT",
    message: "the statement takes longer than 0.1 s to compile; split it, or put parts of it in tables",
  });
});
