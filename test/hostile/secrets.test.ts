import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { runNotebook } from "../../src/kernel/notebook/run-notebook.ts";
import { startFaultProxy, type FaultProxy } from "../faults/lib/fault-proxy.ts";
import { longTest, someOf } from "../jest/short-form.ts";
import { endProcess, spawnService, type ServiceProcess } from "../faults/lib/crash/service-process.ts";

// A unique key: wherever its text is found, it was leaked.
const MARK = "5ecre7mark0f7he4ey";
const KEY = `1/${MARK}`;

const CELLS = [
  "%svc_databases",
  "%svc_tables",
  "%svc_jobs",
  "%%svc_presto --verbose db1\nselect 1 as n",
  "%%svc_presto --dry-run -o kept db1\nselect 1 as n",
  "%%svc_hive db1\nselect nope from nowhere",
  "%svc_job 1",
  `import { connect, create_engine, read_svc_query, to_svc } from "svclib/pandas_td";`,
  `const con = connect(); const engine = create_engine("presto:db1", con); console.log(con, engine, JSON.stringify(con), JSON.stringify(engine), String(con)); con`,
  `await read_svc_query("select broken", engine)`,
  `await to_svc([{ a: 1 }, { a: 2 }], "db1.written", con, { index: false })`,
  `await to_svc([{ a: 1 }], "db1.written", con, { index: false })`,
  `await con.query("select * from written", { db: "db1" })`,
  `create_engine("presto://${"${process.env.SVC_API_KEY}"}@host name/db1")`,
  `create_engine("presto:" + "1/x" + "@host/db1")`,
  `await connect("1/wrong", con.target ? (await con.target()).endpoint : undefined).list_databases()`,
  `try { await read_svc_query("select 1 +", engine) } catch (e) { console.log(e, e.stack, JSON.stringify(e)) }`,
];

let folder: string;
let service: ServiceProcess;
let proxy: FaultProxy;
const said: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-secrets-"));
  const keys = [{ key: KEY, permission: "administrator", user_name: "admin" }];
  // Permissions as an editor, a backup or a wide umask may leave them.
  writeFileSync(join(folder, "keys.json"), JSON.stringify({ keys }), { mode: 0o644 });
  writeFileSync(join(folder, "service.json"), JSON.stringify({ apikey: KEY }), { mode: 0o666 });
  chmodSync(folder, 0o755);
  const { child, ready } = spawnService(folder);
  child.stderr?.on("data", (text: Buffer) => said.push(text.toString()));
  service = await ready;
  proxy = await startFaultProxy(service.url);
  await service.post("/v3/database/create/db1");
});

afterAll(async () => {
  await proxy.close();
  await endProcess(service.child, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

function* filesBelow(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(below);
    else yield below;
  }
}

/** Reads a file of every readable process, with the program's name. */
function ofProcesses(
  file: "cmdline" | "environ" | "comm",
): { readonly program: string; readonly text: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const program = readFileSync(`/proc/${pid}/comm`, "latin1").trim();
        return [{ program, text: readFileSync(`/proc/${pid}/${file}`, "latin1") }];
      } catch {
        return [];
      }
    });
}

describe.each(someOf(["tslab", "deno"] as const, 2))("a notebook in svc-%s", (kernel) => {
  test("never shows the key: outputs, code, errors, requests, process titles", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "svc-secrets-notebook-"));
    const code = (source: string) => ({
      cell_type: "code",
      source,
      metadata: { tags: ["raises-exception"] },
    });
    const titles = new Set<string>();
    const holders = new Set<string>();
    const table = `db1.written_${kernel}`;
    const cells = CELLS.map((cell) =>
      code(
        cell
          .replaceAll("db1.written", table)
          .replaceAll("from written", `from written_${kernel}`)
          .replaceAll(
            "process.env.SVC_API_KEY",
            kernel === "deno" ? 'Deno.env.get("SVC_API_KEY")' : "process.env.SVC_API_KEY",
          )
          .replace(/create_engine\("presto:\/\/(.*)"\)/, "create_engine(`presto://$1`)"),
      ),
    );
    const { notebook } = await runNotebook(
      { nbformat: 4, nbformat_minor: 5, metadata: {}, cells },
      {
        kernel,
        cwd,
        env: { ...process.env, SVC_API_KEY: KEY, SVC_API_SERVER: proxy.url, NODE_OPTIONS: "" },
        cellTimeoutMs: 60_000,
        onCell: () => {
          for (const file of ["cmdline", "comm"] as const)
            for (const { text } of ofProcesses(file)) titles.add(text);
          for (const { program, text } of ofProcesses("environ"))
            if (text.includes(MARK)) holders.add(program);
        },
      },
    );
    const text = JSON.stringify(notebook);
    // Proof that the cells ran: a result, a failed job, and the written rows.
    expect(text).toContain("text/html");
    expect(text).toContain("QueryError");
    expect(await service.get("/v3/table/list/db1")).toMatchObject({
      tables: expect.arrayContaining([expect.objectContaining({ name: `written_${kernel}`, count: 2 })]),
    });
    expect(text).not.toContain(MARK);
    expect([...titles].filter((line) => line.includes(MARK))).toEqual([]);
    if (existsSync("/proc/self/environ")) {
      // Only kernels connect to the service; the shell that watches them must not have the key.
      expect([...holders].map((name) => (/^(node|deno|MainThread)/.test(name) ? "kernel" : name))).toContain(
        "kernel",
      );
      expect(holders).not.toContain("sh");
    }
    expect(proxy.log.length).toBeGreaterThan(10);
    expect(proxy.log.filter((line) => line.includes(MARK))).toEqual([]);
    for (const file of filesBelow(cwd)) expect(readFileSync(file, "latin1")).not.toContain(MARK);
    rmSync(cwd, { recursive: true, force: true });
  });
});

test("the service writes the key to keys.json and service.json only, readable by the owner only", () => {
  const holders: string[] = [];
  for (const file of filesBelow(folder)) {
    const bytes = readFileSync(file);
    if (!bytes.includes(MARK)) continue;
    holders.push(file.slice(folder.length + 1));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  expect(holders.sort()).toEqual(["keys.json", "service.json"]);
  expect(said.join("")).not.toContain(MARK);
});

test("permissions of folders and files that were open to others are restricted", () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of filesBelow(folder))
    expect([file.slice(folder.length), statSync(file).mode & 0o077]).toEqual([file.slice(folder.length), 0]);
});

longTest(
  "svclib run never shows the key: not for a failing cell, not in the notebook that it writes",
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), "svc-secrets-run-"));
    const cells = ["%svc_tables db1", "%%svc_presto --verbose db1\nselect nope from nowhere"].map(
      (source) => ({
        cell_type: "code",
        source,
        metadata: {},
        outputs: [],
        execution_count: null,
      }),
    );
    writeFileSync(
      join(cwd, "n.ipynb"),
      JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }),
    );
    const command = join(import.meta.dirname, "../../dist/cli/svclib.cjs");
    const child = spawn(
      process.execPath,
      [command, "run", "n.ipynb", "--kernel", "svc-tslab", "--output", "out.ipynb"],
      {
        cwd,
        env: { ...process.env, SVC_API_KEY: KEY, SVC_API_SERVER: proxy.url, NODE_OPTIONS: "" },
      },
    );
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => (text += bytes.toString()));
    const [status] = (await once(child, "close")) as [number];
    expect([status, text]).toEqual([1, expect.stringContaining("nowhere")]);
    expect(text).not.toContain(MARK);
    expect(readFileSync(join(cwd, "out.ipynb"), "utf8")).toContain("nowhere");
    for (const file of filesBelow(cwd)) expect(readFileSync(file, "latin1")).not.toContain(MARK);
    rmSync(cwd, { recursive: true, force: true });
  },
);

test("no reply of the service contains the key", async () => {
  for (const path of [
    "/openapi.json",
    "/v1/info",
    "/v3/system/server_status",
    "/v3/job/list",
    "/v3/job/show/1",
    "/v3/database/list",
    "/v3/table/list/db1",
    "/v3/bulk_import/list",
    "/metrics",
    "/",
  ]) {
    const reply = await service.fetch(path);
    const text = JSON.stringify([...reply.headers]) + (await reply.text());
    expect([path, text.includes(MARK)]).toEqual([path, false]);
  }
});
