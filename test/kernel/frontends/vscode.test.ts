import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { kernelSpec } from "../../../src/kernel/kernelspec/kernel-spec.ts";
import { packageRoot } from "../../../src/kernel/package-entries.ts";
import type { Service } from "../../../src/service/start-service.ts";
import { ENDLESS, endlessRunner } from "../../service/helpers/endless-statement.ts";
import { startSampledService } from "../../service/helpers/sampled-service.ts";
import { isAlive, until } from "../support/start-kernel.ts";
import { type Cell, processTree, startVsCodeKernel, type VsCodeKernel } from "./vscode-window.ts";
import { longTest, someOf } from "../../jest/short-form.ts";

const LONG = `%%svc_presto sample_datasets\n${ENDLESS}`;

let service: Service;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-vscode-"));
  service = await startSampledService({ dataDir: folder, leaseMs: 9000, createRunner: endlessRunner });
  env = { SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url };
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function jobs(): Promise<readonly { readonly status: string }[]> {
  const headers = { authorization: `TD1 ${service.apikey}` };
  const answer = await service.app(new Request(`${service.url}/v3/job/list`, { headers }));
  return ((await answer.json()) as { jobs: { status: string }[] }).jobs;
}

const lastJob = async (status: string, timeoutMs = 30_000): Promise<void> =>
  until(async () => (await jobs())[0]?.status === status, timeoutMs);

/** Measured times, printed with SVC_TIMES=1: no test asserts a time. */
async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const value = await act();
  if (process.env["SVC_TIMES"])
    process.stderr.write(`${what}: ${Math.round(performance.now() - began)} ms\n`);
  return value;
}

const printed = ({ outputs }: Cell): string =>
  outputs.map(([type, content]) => (type === "stream" ? String(content["text"]) : "")).join("");

// In the short form, VS Code is with one kernel and Zed with the other.
describe.each(someOf(["deno", "tslab"] as const, 2))("svc-%s in VS Code", (name) => {
  let kernel: VsCodeKernel;
  /** Starts a kernel; ends the former one, as Restart does. */
  const start = async (): Promise<VsCodeKernel> => {
    await (kernel as VsCodeKernel | undefined)?.dispose();
    return (kernel = await startVsCodeKernel(kernelSpec(name).argv, env));
  };
  beforeAll(() => timed(`svc-${name} start`, start));
  afterAll(() => kernel.dispose());
  /** A cell with a job that runs on the service. */
  async function startJob(): Promise<{ readonly cell: Promise<Cell> }> {
    const { length: former } = await jobs();
    const cell = kernel.run(LONG);
    cell.catch(() => undefined);
    await until(async () => (await jobs()).length > former, 30_000);
    await lastJob("running");
    return { cell };
  }

  describe("one kernel for all tests", () => {
    test("it describes itself, and is idle", async () => {
      const info = await kernel.connection.info;
      expect(info).toMatchObject({
        status: "ok",
        language_info: { name: "typescript", file_extension: ".ts" },
      });
      await until(() => kernel.connection.status === "idle");
    });

    test("cells run, also with Windows line ends", async () => {
      const cell = await kernel.run("const kept = 42;\r\nconsole.log('one');\r\nkept");
      expect(cell.reply["status"]).toBe("ok");
      expect(printed(cell)).toMatch(/^one\n/);
      const failed = await kernel.run("throw new Error('mine')");
      expect(failed.outputs.map(([type]) => type)).toEqual(["error"]);
      expect(failed.reply).toMatchObject({ status: "error", evalue: "mine" });
    });

    test("a query shows a table, as HTML and as text", async () => {
      const { outputs } = await kernel.run(
        "%%svc_presto sample_datasets\nselect origin, count(*) as n from flights group by 1 order by 2 desc limit 1",
      );
      const [, shown] = outputs.find(([type]) => type === "execute_result") ?? [];
      expect(shown?.["data"]).toMatchObject({
        "text/html": expect.stringContaining(">ORD</td>"),
        "text/plain": expect.stringContaining("ORD"),
      });
    });

    test("completion counts offsets in UTF-16 units, in requests and replies", async () => {
      const code = "// 😀😀\n%svc_use sample_da";
      const ask = () => kernel.connection.requestComplete({ code, cursor_pos: code.length });
      // Names that the service does not give in time are there the next time.
      await until(async () => JSON.stringify((await ask()).content).includes("sample_datasets"), 60_000);
      const { content } = await ask();
      expect(content).toMatchObject({
        matches: ["sample_datasets"],
        cursor_start: code.indexOf("sample_da"),
        cursor_end: code.length,
      });
      const plain = "const faces = '😀😀'; face";
      const ordinary = await kernel.connection.requestComplete({
        code: `${plain}.`,
        cursor_pos: plain.length,
      });
      expect(ordinary.content).toMatchObject({
        cursor_start: plain.length - "face".length,
        cursor_end: plain.length,
      });
    });

    test("inspection finds a magic's option behind emoji", async () => {
      const code = "// 😀😀😀😀😀😀😀😀\n%svc_use sample_datasets";
      const { content } = await kernel.connection.requestInspect({
        code,
        cursor_pos: code.indexOf("svc_use") + 2,
        detail_level: 0,
      });
      expect(content).toMatchObject({ status: "ok", found: true });
    });

    test("Stop is answered while the query runs, kills its job, and keeps the variables", async () => {
      const { cell } = await startJob();
      await timed(`svc-${name} Stop is answered`, () => kernel.stop());
      expect((await cell).reply["status"]).toBe("error");
      await lastJob("killed");
      expect(printed(await kernel.run("console.log(kept)"))).toBe("42\n");
    });

    test("Stop ends a busy loop", async () => {
      const cell = kernel.run("console.log('go'); for (;;) {}");
      await until(() => kernel.connection.status === "busy");
      await timed(`svc-${name} Stop of a busy loop is answered`, () => kernel.stop());
      expect((await timed(`svc-${name} busy loop ends`, () => cell)).reply["status"]).toBe("error");
      expect(printed(await kernel.run("console.log(kept)"))).toBe("42\n");
    });

    test("requests in any order, including comms, all get replies", async () => {
      const { connection } = kernel;
      const slow = kernel.run("await new Promise((done) => setTimeout(done, 300)); console.log('slow')");
      const comm = connection.createComm("jupyter.widget");
      const closed = new Promise<void>((resolve) => (comm.onClose = () => resolve()));
      comm.open({ any: "thing" });
      const answers = await Promise.all([
        connection.requestCommInfo({}),
        connection.requestKernelInfo(),
        connection.requestHistory({ hist_access_type: "tail", n: 2, raw: true, output: false } as never),
        connection.requestIsComplete({ code: "if (true) {" }),
        connection.requestInspect({ code: "kept", cursor_pos: 2, detail_level: 1 }),
        connection.requestComplete({ code: "console.lo", cursor_pos: 10 }),
      ]);
      expect(answers.map((answer) => (answer?.content as { status: string } | undefined)?.status)).toEqual([
        "ok",
        "ok",
        "ok",
        "incomplete",
        "ok",
        "ok",
      ]);
      await closed;
      expect(printed(await slow)).toBe("slow\n");
    });

    test("an extension of VS Code could ask what JupyterLab's asks: checks, completion, pages of a table, beside a cell", async () => {
      const { connection } = kernel;
      const comm = connection.createComm("svclib");
      const waiting = new Map<number, (data: unknown) => void>();
      comm.onMsg = ({ content }) => {
        const data = content.data as { id: number; result?: unknown; error?: string };
        waiting.get(data.id)?.(data.error ?? data.result);
      };
      comm.open();
      const ask = (method: string, params: object): Promise<unknown> =>
        new Promise((resolve) => {
          const id = waiting.size;
          waiting.set(id, resolve);
          comm.send({ id, method, params } as never);
        });
      expect(await ask("hello", {})).toMatchObject({ grids: true });
      const { outputs } = await kernel.run('import { table } from "arquero"; table({ a: [3, 1, 2] })');
      const grid = /svc-grid-([0-9a-f]{32})/.exec(JSON.stringify(outputs))?.[1];
      expect(await ask("grid", { grid, ask: "open" })).toMatchObject({ rows: 3 });
      const slow = kernel.run("{ const end = Date.now() + 1500; while (Date.now() < end); }");
      const view = { sort: [{ column: 0, descending: false }], filters: [] };
      expect(await ask("grid", { grid, ask: "page", view, from: 0, to: 3, columns: [0] })).toMatchObject({
        columns: [[1, 2, 3]],
      });
      expect(await ask("complete", { code: "%svc_tab", offset: 8 })).toMatchObject({
        items: [{ text: "%svc_tables" }],
      });
      expect(await ask("check", { code: "%%svc_presto shop\nselect * form t" })).toMatchObject([
        { severity: "error" },
      ]);
      await slow;
      comm.close();
    });

    test("a lost connection is opened again", async () => {
      await kernel.reconnect();
      expect(printed(await kernel.run("console.log(kept)"))).toBe("42\n");
    });
  });

  // The first ends the kernel of the tests above, which may have replaced a process.
  describe("leftovers", () => {
    test("none after Restart", async () => {
      const pids = processTree(kernel.process.pid ?? 0);
      await startJob();
      await timed(`svc-${name} Restart`, start);
      await lastJob("killed");
      expect(pids.filter(isAlive)).toEqual([]);
    });

    test("none after a shutdown request with restart", async () => {
      const { pids, shutdown } = kernel;
      await startJob();
      expect(await shutdown()).toEqual([{ status: "ok", restart: true }, [0, null]]);
      await lastJob("killed");
      expect(pids.filter(isAlive)).toEqual([]);
    });

    test("none after its process was killed", async () => {
      const { pids, process: killed } = await start();
      await startJob();
      killed.kill("SIGKILL");
      await timed(`svc-${name} kernel killed: nothing is left`, () => until(() => !pids.some(isAlive)));
      await lastJob("killed");
    });

    longTest("no job after all its processes were killed, as Windows does it", async () => {
      const { pids } = await start();
      await startJob();
      for (const pid of pids) process.kill(pid, "SIGKILL");
      await timed(`svc-${name} all processes killed: the job ends`, () => lastJob("error"));
      await until(() => !pids.some(isAlive));
    });
  });

  longTest("no process remains when VS Code is killed", async () => {
    const script = join(packageRoot, "node_modules", ".cache", "svclib", `vscode-${name}.mjs`);
    const entryPoints = [join(import.meta.dirname, "vscode-process.ts")];
    const banner = {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    };
    await build({
      entryPoints,
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      banner,
    });
    const window = spawn(process.execPath, [script, JSON.stringify(kernelSpec(name).argv), LONG], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [pids] = (await once(window.stdout, "data")) as [Buffer];
    const [kernelPid = 0] = JSON.parse(String(pids)) as number[];
    await lastJob("running");
    const all = processTree(kernelPid);
    window.kill("SIGKILL");
    await timed(`svc-${name} VS Code killed: nothing is left`, () => until(() => !all.some(isAlive), 60_000));
    await lastJob("killed");
  });
});
