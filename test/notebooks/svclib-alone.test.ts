import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { runningService } from "../integration/lib/running-service.ts";
import { installAlone, packPackages } from "./support/install-package.ts";

const running = runningService();
let folder: string;
let packages: number;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "svclib-alone-"));
  packages = installAlone(packPackages(join(folder, "packed")), folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function node(...args: readonly string[]): Promise<{ stdout: string; stderr: string; code?: number }> {
  const { apikey, url } = running.service;
  const env = { ...process.env, SVC_API_KEY: apikey, SVC_API_SERVER: url, SVC_HOME: folder, SVC_DENO: "" };
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
  expect(packages).toBeLessThanOrEqual(27);
});

test("what needs another package names it and what brings it", async () => {
  const { code, stderr } = await svclib("serve", "--port", "0");
  expect(stderr).toBe("svclib: the package hono is not installed; npm install svclib-jupyter brings it\n");
  expect(code).toBe(1);
  writeFileSync(
    join(folder, "plot.mjs"),
    `import { connect, create_engine, read_svc_query } from "svclib/pandas_td";
    import { plot } from "svclib/pandas_td/ipython";
    const client = connect();
    const table = await read_svc_query("select 1 as x, 2 as y", create_engine("presto:db1", client));
    await plot(table).catch(({ name, message }) => console.log(name + ": " + message));
    client.close();`,
  );
  expect((await node("plot.mjs")).stdout).toBe(
    "ConfigError: the package vega is not installed; npm install svclib-jupyter brings it\n",
  );
});

test("kernels and doctor say what they lack", async () => {
  expect((await svclib("kernel", "install", "--prefix", folder)).stdout).toContain(
    "svc-tslab cannot run yet: the package zeromq is not installed; npm install svclib-jupyter brings it\n",
  );
  const { stdout, code } = await svclib("doctor");
  expect(stdout).toContain("note  tslab             svc-tslab can't run: the package tslab is not installed;");
  expect(stdout).toContain("answers in");
  expect(code).toBeUndefined();
});
