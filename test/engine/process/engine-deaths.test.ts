import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EmbeddedEngine } from "../../../src/engine/embedded-engine.ts";
import type { RunOptions } from "../../../src/engine/contract/engine.ts";
import type * as engineProcess from "../../../src/engine/process/engine-process.ts";
import { writeMsgpackGz } from "../../service/helpers/msgpack-gz.ts";
import { someOf } from "../../jest/short-form.ts";

/** The process runs the built package only. */
const BUILT = pathToFileURL(join(import.meta.dirname, "../../../dist/engine/process/engine-process.js")).href;

let folder: string;
let engine: EmbeddedEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-deaths-"));
  const { openEngineProcess } = (await import(BUILT)) as typeof engineProcess;
  const failing = pathToFileURL(join(import.meta.dirname, "failing-engine.mjs")).href;
  const before = process.env["NODE_OPTIONS"];
  process.env["NODE_OPTIONS"] = `${before ?? ""} --import=${failing}`;
  engine = await openEngineProcess({ folder, samples: false, memoryBytes: 2 ** 32, log: () => undefined });
  await engine.storage.createDatabase("shop");
  await rows("create table big as select a.n as n from unnest(sequence(1, 5000)) as a (n)");
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  dialect: "presto",
  database: "shop",
  scheduledTimeMs: 0,
  signal: new AbortController().signal,
  mayWrite: true,
  ...more,
});

async function rows(sql: string): Promise<unknown> {
  const { pages } = await engine.statements.toPages(sql, "json", options());
  const pieces: Uint8Array[] = [];
  for await (const { bytes } of pages) pieces.push(bytes);
  return JSON.parse(`[${pieces.map((piece) => Buffer.from(piece).toString()).join(",")}]`);
}

const failing = (how: string): string => `select '${how}' as text`;
const messageOf = (sql: string): Promise<string> =>
  rows(sql).then(
    () => "no error",
    (error: Error) => error.message,
  );

/** Reads for a moment. */
const READS = "select count(*) from big a cross join big b cross join (select n from big limit 3) c";

/** Prepares a statement, an import and a download of others. @returns runs them. */
async function others(name: string): Promise<() => Promise<unknown>> {
  const { stages, storage, statements, results } = engine;
  const path = join(folder, `${name}.result`);
  const { columns } = await statements.toFile(
    "select a.n, 'text' as t from big a cross join (select n from big limit 10) b",
    { path, form: "msgpack.gz" },
    options(),
  );
  await storage.createTable("shop", name);
  const file = join(folder, `${name}.msgpack.gz`);
  await writeMsgpackGz(
    file,
    Array.from({ length: 5000 }, (_, i) => ({ time: i, a: `row ${i}` })),
  );
  const load = {
    files: [{ path: file, part: "1" }],
    arrival: null,
    refusedPath: join(folder, `${name}.refused`),
  };
  return () =>
    Promise.all([
      rows(READS),
      stages.load(name, load).then(() => storage.commitStage(name, "shop", name, "import")),
      (async () => {
        let lines = 0;
        const { pieces } = await results.encode(path, "csv", {
          columns,
          header: false,
        });
        for await (const piece of pieces) lines += Buffer.from(piece).toString().split("\n").length - 1;
        return lines;
      })(),
    ]);
}

const ENDS: readonly (readonly [string, string])[] = [
  ["engine-sigfpe", "it was killed by SIGFPE"],
  ["engine-sigsegv", "it was killed by SIGSEGV"],
  ["engine-abort", "it was killed by SIGABRT"],
  ["engine-sigkill", "it was killed by SIGKILL"],
  ["engine-uncaught", "it failed with TypeError"],
  ["engine-internal", "its database failed with an internal error"],
  ["engine-fatal", "its database failed with an error that is fatal"],
];

test.each(someOf(ENDS, 7))(
  "%s: what others run goes on, and the statement is refused from its second time on",
  async (how, why) => {
    const table = how.replace("-", "_");
    const run = await others(table);
    const running = run();
    const first = await messageOf(failing(how));
    expect(await running).toEqual([[[75_000_000]], "loaded", 50_000]);
    expect((await engine.storage.listTables("shop")).find(({ name }) => name === table)).toMatchObject({
      rowCount: 5000,
    });
    // Its second death is the first of which is known that it is its own.
    const errors = [first, await messageOf(failing(how)), await messageOf(failing(how))];
    const twice = `unsupported in the local service: this statement ended the embedded engine twice (${why}) and is not run again before the service is restarted; write it in another way`;
    const once = `unsupported in the local service: the embedded engine can't run this statement and was restarted (${why}); write it in another way`;
    expect(errors).toEqual([/internal|fatal/.test(how) ? once : twice, twice, twice]);
    expect(await rows("select 1")).toEqual([[1]]);
  },
);
