import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { runningService } from "../integration/lib/running-service.ts";
import { installAlone, packedPackages } from "./support/install-package.ts";
import { sizeOfModules } from "./support/size-of-modules.ts";
import { longTest } from "../jest/short-form.ts";

const ROOT = join(import.meta.dirname, "../..");

const running = runningService();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svclib-alone-"));
  installAlone(await packedPackages(), folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function node(...args: readonly string[]): Promise<{ stdout: string; stderr: string; code?: number }> {
  const { apikey, url } = running.service;
  const own = { SVC_API_KEY: apikey, SVC_API_SERVER: url, SVC_HOME: folder, SVC_DENO: "" };
  // Kernels of the person who runs the tests are not looked at.
  const env = { ...process.env, ...own, JUPYTER_DATA_DIR: join(folder, "jupyter"), JUPYTER_PATH: "" };
  return promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  );
}
const svclib = (...args: readonly string[]): ReturnType<typeof node> =>
  node(join(folder, "node_modules/svclib/dist/cli/svclib.cjs"), ...args);

test("a script queries and writes, with few packages", async () => {
  writeFileSync(
    join(folder, "script.mjs"),
    `import { connect, create_engine, read_svc_query, to_svc } from "svclib/pandas_td";
    const client = connect();
    const engine = create_engine("presto:db1", client);
    const table = await read_svc_query("select 1 as one, 'a' as letter", engine);
    await to_svc(table, "db1.written", client, { index: false });
    console.log(JSON.stringify((await read_svc_query("select one, letter from written", engine)).objects()));
    client.close();`,
  );
  const { stdout, stderr } = await node("script.mjs");
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([{ one: 1, letter: "a" }]);
});

test("svclib alone has the packages and the size that the README and the list of dependencies say", () => {
  const { packages, megabytes } = sizeOfModules(folder);
  const page = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  expect(/npm adds (\d+) packages, (\d+) MB/.exec(page("README.md"))?.slice(1)).toEqual([`${packages}`, `${megabytes}`]);
  expect(page("docs/dependencies.md")).toMatch(new RegExp(`\\| \`svclib\` +\\| ${packages} +\\| ${megabytes} +\\|`));
});

test("links of its pages lead to files of the package", () => {
  const own = join(folder, "node_modules/svclib");
  const pages = readdirSync(own, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".md") && !name.startsWith("node_modules"),
  );
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/first-steps.md", "SECURITY.md"]));
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(own, page), "utf8").matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(own, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
});

test("a Parquet file needs another package", async () => {
  const { stderr } = await node(
    "--input-type=module",
    "--eval",
    'import { Table } from "svclib"; import { save } from "svclib/pandas_td/ipython"; await save(Table.of([[1]], ["a"]), "a.parquet");',
  );
  expect(stderr).toContain(
    "ConfigError: the package hyparquet-writer is not installed; run npm install svclib-jupyter",
  );
});

const everyFunction = readFileSync(join(import.meta.dirname, "every-function.mts.txt"), "utf8");

test("every export can be loaded, and is in the script that uses all", async () => {
  const { exports } = JSON.parse(
    readFileSync(join(folder, "node_modules/svclib/package.json"), "utf8"),
  ) as { exports: Record<string, { default: string }> };
  for (const entry of Object.values(exports).filter((target) => typeof target === "object")) {
    const names = Object.keys((await import(join(folder, "node_modules/svclib", entry.default))) as object);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(everyFunction))).toEqual([]);
  }
});

// The short form are the scripts of the guides, which are compiled with the same strictness (test/docs).
describe.each(["typescript", "typescript-5.9"])("%s", (typescript) => {
  longTest("a strict project compiles a script that uses every export", async () => {
    const name = `every-${typescript}.mts`;
    writeFileSync(join(folder, name), everyFunction);
    const options = "--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --target es2022 --module nodenext";
    const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
    const tsc = join(ROOT, "node_modules", typescript, "bin/tsc");
    expect(await node(tsc, ...options.split(" "), ...types, name)).toEqual({ stdout: "", stderr: "" });
  });
});

test("a feature that needs another package names it and how to install it", async () => {
  const { code, stderr } = await svclib("serve", "--port", "0");
  expect(stderr).toBe("svclib: the package hono is not installed; run npm install svclib-jupyter\n");
  expect(code).toBe(1);
  writeFileSync(
    join(folder, "plot.mjs"),
    `import { connect, create_engine, read_svc_query } from "svclib/pandas_td";
    import { plot } from "svclib/pandas_td/ipython";
    const client = connect();
    const table = await read_svc_query("select 1 as x, 2 as y", create_engine("presto:db1", client));
    await plot(table).svg.catch(({ name, message }) => console.log(name + ": " + message));
    client.close();`,
  );
  expect((await node("plot.mjs")).stdout).toBe(
    "ConfigError: the package vega is not installed; run npm install svclib-jupyter\n",
  );
});

test("the shell's query needs no other package, but for Parquet", async () => {
  expect((await svclib("query", "select 1 as n", "-d", "db1")).stdout).toBe("n\n1\n");
  expect(await svclib("query", "select 1 as n", "-d", "db1", "-o", "n.parquet")).toMatchObject({
    code: 2,
    stderr: "svclib: the package hyparquet-writer is not installed; run npm install svclib-jupyter\n",
  });
});

test("kernels and doctor report what they lack", async () => {
  const installed = await svclib("kernel", "install", "--prefix", folder);
  expect(installed.stdout).toContain(
    "svc-tslab cannot run yet: the package zeromq is not installed; run npm install svclib-jupyter\n",
  );
  expect(installed.stderr).toBe(
    "svclib: the kernels are in Jupyter's list, but none can start yet: see above what to do\n",
  );
  expect(installed.code).toBe(1);
  const { stdout, code } = await svclib("doctor");
  expect(stdout).toContain("note  tslab             svc-tslab can't run: the package tslab is not installed;");
  expect(stdout).toContain("answers in");
  expect(code).toBeUndefined();
});
