import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MODULES, startSvclib, svclib, WindowsProcess, WORK } from "./windows-command.ts";

let service: WindowsProcess;

async function startService(): Promise<WindowsProcess> {
  const started = startSvclib("serve", "--port", "0", "--samples", "--json");
  while (!started.out.includes("\n")) {
    if ((await Promise.race([started.ended, sleep(200, "runs")])) !== "runs") throw new Error(started.err);
  }
  return started;
}

/** Runs an ES module as a script against the local service. */
async function runModule(name: string, text: string): Promise<string> {
  const path = join(MODULES, "..", `${name}.mjs`);
  writeFileSync(path, text);
  const started = new WindowsProcess([path]);
  if ((await started.ended) !== 0) throw new Error(started.err);
  return started.out;
}

beforeAll(async () => {
  mkdirSync(WORK, { recursive: true });
  service = await startService();
});
afterAll(() => service.kill());

test("a script queries, writes a table and reads it", async () => {
  const out = await runModule(
    "write",
    `import { connect, create_engine, read_svc_query, to_svc } from "svclib/pandas_td";
    const client = connect();
    const engine = create_engine("presto:sample_datasets", client);
    const top = await read_svc_query("select origin, count(*) as n from flights group by 1 order by 2 desc limit 2", engine);
    await client.create_database_if_not_exists("mine");
    await to_svc(top, "mine.top", client, { if_exists: "replace", index: false });
    console.log(JSON.stringify((await read_svc_query("select origin, n from mine.top order by n", engine)).objects()));
    client.close();`,
  );
  expect(JSON.parse(out)).toEqual([
    { origin: "DFW", n: 157162 },
    { origin: "ORD", n: 166341 },
  ]);
});

test("a second service on the folder is refused by name", async () => {
  const { code, err } = await svclib("serve", "--port", "0");
  expect(code).toBe(1);
  expect(err).toMatch(
    /^svclib: The data folder C:\\.+ is in use by another service \(process \d+\); stop it/,
  );
});

test("a killed service starts again, with its jobs and tables", async () => {
  await service.kill();
  service = await startService();
  const out = await runModule(
    "read",
    `import { connect } from "svclib/pandas_td";
    const client = connect();
    const tables = await client.list_tables("mine");
    console.log(JSON.stringify([tables.map(({ name, count }) => [name, count]), (await client.list_jobs()).length > 0]));
    client.close();`,
  );
  expect(JSON.parse(out)).toEqual([[["top", 2]], true]);
});

test("the kernels are installed, listed and removed", async () => {
  expect((await svclib("kernel", "install", "--kernel", "tslab")).out).toMatch(
    /^svc-tslab \(.+\): C:\\.+\\jupyter\\kernels\\svc-tslab\nJupyterLab's extension: C:\\.+\\labextensions\\svclib\n$/,
  );
  expect((await svclib("kernel", "list")).out).toMatch(/^svc-tslab: C:\\.+\\svc-tslab\n$/);
  expect((await svclib("kernel", "uninstall")).out).toMatch(
    /^removed C:\\.+\\svc-tslab\nremoved C:\\.+\\labextensions\\svclib\n$/,
  );
});

test("doctor finds no problem", async () => {
  const { code, out } = await svclib("doctor");
  expect(out).toContain("service           local service at http://127.0.0.1:");
  expect(code).toBe(0);
});

test("the self-test covers files, pipes, an import, a killed service, -O, Stop, restart and a killed kernel", async () => {
  const { code, out, err } = await svclib("doctor", "--self-test");
  process.stderr.write(out + err);
  expect(out).not.toContain("FAILED");
  expect(code).toBe(0);
  expect(out).toMatch(/files that are open +replaced: /);
  expect(out).toMatch(/svc-tslab: large output +20000000 characters/);
  expect(out).toMatch(/svc-tslab: killed in a query +its job ended/);
  expect(out).toMatch(/its folder +removed\n$/);
}, 1_800_000);

const NOTEBOOKS = readdirSync(join(import.meta.dirname, "../../notebooks")).filter((name) =>
  name.endsWith(".ipynb"),
);
test.each(NOTEBOOKS)("%s runs on svc-tslab", async (name) => {
  copyFileSync(join(MODULES, "svclib", "notebooks", name), join(WORK, name));
  const { code, err } = await svclib("run", name);
  expect(err).toBe("");
  expect(code).toBe(0);
});

test("Stop ends a busy loop", async () => {
  const cell = (source: string, tags: string[] = []) => ({
    cell_type: "code",
    source,
    metadata: { tags },
    outputs: [],
    execution_count: null,
  });
  const cells = [cell("const kept = 42;"), cell("for (;;) {}", ["raises-exception"]), cell("kept")];
  writeFileSync(
    join(WORK, "loop.ipynb"),
    JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }),
  );
  const { out, err } = await svclib("run", "loop.ipynb", "--timeout", "5");
  expect(err).toBe("");
  expect(out).toMatch(/\[3\] kept\n +42\n/);
});
