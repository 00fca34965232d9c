import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  // Tests the system's own behavior, without retries.
  // eslint-disable-next-line no-restricted-syntax
  renameSync,
  // eslint-disable-next-line no-restricted-syntax
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, release } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../core/client.ts";
import { connect } from "../../core/connect.ts";
import { installKernelSpecs } from "../../kernel/kernelspec/install.ts";
import { readKernelSpec, missingRequirement } from "../../kernel/kernelspec/installed-kernels.ts";
import { type KernelName, KERNEL_NAMES, kernelSpec } from "../../kernel/kernelspec/kernel-spec.ts";
import { type KernelProcess, startKernelProcess } from "../../kernel/notebook/kernel-process.ts";
import { packageRoot } from "../../kernel/package-entries.ts";
import { platform, removeAll } from "../../system/system.ts";
import { CommandError } from "../report-error.ts";
import { print } from "../print.ts";

interface StartedService {
  readonly process: ChildProcess;
  readonly url: string;
  readonly apikey: string;
}

const LONG =
  "%%svc_presto sample_datasets\nselect count(*) from flights a cross join flights b where a.delay + b.delay > 100000";
const MANY = 200_000;
const LARGE = 20_000_000;
const PATIENCE_MS = 180_000;
const CLEANUP_MS = 60_000;

/**
 * Tests what depends on this machine, with its own service, kernels and folder, and prints one line per test.
 *
 * @throws CommandError with the number of failures
 */
export async function selfTest(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "svclib self-test é-"));
  let failed = 0;
  const see = async (subject: string, act: () => Promise<string> | string): Promise<void> => {
    const began = performance.now();
    const took = (): string => `${Math.round(performance.now() - began)} ms`.padStart(9);
    const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() =>
      fail(`nothing happened for ${PATIENCE_MS / 1000} seconds`),
    );
    late.catch(() => undefined);
    try {
      const saw = await Promise.race([act(), late]);
      print(`saw    ${took()}  ${subject.padEnd(32)}${saw}\n`);
    } catch (error) {
      failed++;
      print(`FAILED ${took()}  ${subject.padEnd(32)}${(error as Error).message}\n`);
    }
  };
  let service: StartedService | undefined;
  try {
    await see("system", () => `${platform} ${release()} ${process.arch}, Node.js ${process.versions.node}`);
    await see("folder for temporary files", () => seeFolder(folder));
    await see("files that are open", () => seeOpenFiles(folder));
    await see("service", async () => {
      service = await startService(folder);
      return `answers at ${service.url}`;
    });
    const running = (): StartedService => service ?? fail("the service did not start");
    await see("query and import", () => withClient(running(), seeImport));
    await see("service killed", async () => {
      running().process.kill("SIGKILL");
      await once(running().process, "exit");
      service = await startService(folder);
      return withClient(
        service,
        async (client) => `starts again; ${await rowsOf(client, "seen.many")} rows are there`,
      );
    });
    for (const kernel of KERNEL_NAMES) await seeKernel(kernel, folder, running, see);
  } finally {
    if (service !== undefined && service.process.kill()) await once(service.process, "exit");
    // Killed child processes may take some seconds to exit, and Windows locks their open files until then.
    await see("its folder", async () => {
      if (await removeAll(folder, CLEANUP_MS)) return "removed";
      return fail(`${folder} is still in use by another process; remove it by hand`);
    });
  }
  if (failed > 0) throw new CommandError(failed === 1 ? "1 thing failed" : `${failed} things failed`);
}

function fail(message: string): never {
  throw new Error(message);
}

function seeFolder(folder: string): string {
  const real = realpathSync.native(folder);
  const isSame = existsSync(join(dirname(folder), basename(folder).toUpperCase()));
  return `${folder}${real === folder ? "" : `, which is ${real}`}; upper and lower case are ${isSame ? "one" : "two"}`;
}

/** Tests what the system allows on files that this process has open. */
function seeOpenFiles(folder: string): string {
  const [open, other] = [join(folder, "open"), join(folder, "other")];
  const messageOf = (act: () => void): string => {
    try {
      act();
      return "yes";
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error);
    }
  };
  for (const path of [open, other]) writeFileSync(path, "x");
  const descriptor = openSync(open, "r");
  const replaced = messageOf(() => renameSync(other, open));
  const removed = messageOf(() => unlinkSync(open));
  closeSync(descriptor);
  return `replaced: ${replaced}; removed: ${removed}`;
}

async function startService(folder: string): Promise<StartedService> {
  const command = join(packageRoot, "dist", "cli", "svclib.cjs");
  const args = [command, "serve", "--port", "0", "--samples", "--json", "--data", join(folder, "data")];
  const child = spawn(process.execPath, args, { stdio: "pipe", windowsHide: true });
  let output = "";
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const exited = once(child, "exit").then(() => fail(`serve ended: ${output.trimEnd().split("\n").at(-1)}`));
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), exited])) as [string];
  exited.catch(() => undefined);
  return { process: child, ...(JSON.parse(line) as { url: string; apikey: string }) };
}

async function withClient<T>(
  { url, apikey }: StartedService,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  await using client = connect(apikey, url);
  return await act(client);
}

const rowsOf = async (client: Client, table: string): Promise<number> => {
  const [row] = (await client.query(`select count(*) as n from ${table}`)).objects() as { n: number }[];
  return row?.n ?? 0;
};

async function seeImport(client: Client): Promise<string> {
  const [{ table }, { to_svc }] = await Promise.all([import("arquero"), import("../../core/pandas-td.ts")]);
  const rows = Array.from({ length: MANY }, (_, i) => i);
  await client.create_database_if_not_exists("seen");
  const frame = table({ time: rows, word: rows.map((i) => `é日本 ${i}`) });
  await to_svc(frame, "seen.many", client, { if_exists: "replace", index: false });
  const [flights, many] = [
    await rowsOf(client, "sample_datasets.flights"),
    await rowsOf(client, "seen.many"),
  ];
  return many === MANY
    ? `${flights} flights; ${many} rows written and read`
    : fail(`${many} of ${MANY} rows`);
}

async function seeKernel(
  name: KernelName,
  folder: string,
  service: () => StartedService,
  see: (subject: string, act: () => Promise<string> | string) => Promise<void>,
): Promise<void> {
  const subject = (what: string): string => `svc-${name}: ${what}`;
  const lacks = missingRequirement(name);
  if (lacks !== null) return see(subject("not tried"), () => lacks);
  const start = (argv = kernelSpec(name).argv, env: NodeJS.ProcessEnv = {}): Promise<KernelProcess> => {
    const { apikey, url } = service();
    const own = { ...process.env, SVC_API_KEY: apikey, SVC_API_SERVER: url, ...env };
    return startKernelProcess({ argv, cwd: folder, env: own, readyTimeoutMs: PATIENCE_MS });
  };
  let kernel: KernelProcess | undefined;
  const run = async (code: string): Promise<string> => {
    if (kernel === undefined) return fail("the kernel did not start");
    const { reply, published } = await Promise.race([kernel.client.execute(code), kernel.died]);
    const { status, ename, evalue } = reply.content;
    if (status !== "ok") fail(`${String(ename)}: ${String(evalue)}`);
    return published
      .map(({ content }) => (typeof content["text"] === "string" ? content["text"] : ""))
      .join("");
  };
  const jobIs = (running: boolean): Promise<void> =>
    withClient(service(), async (client) => {
      for (const began = performance.now(); ; await sleep(200)) {
        if ((await client.list_jobs()).some(({ status }) => status === "running") === running) return;
        if (performance.now() - began > PATIENCE_MS)
          fail(running ? "its job did not start" : "its job did not stop");
      }
    });
  /** Starts a cell, interrupts it, and waits for its end. */
  const stop = async (code: string, whenRunning: () => Promise<unknown>): Promise<string> => {
    const end = run(code).then(
      () => "well",
      (error: unknown) => (error as Error).message,
    );
    await whenRunning();
    const began = performance.now();
    await kernel?.client.interrupt();
    const answeredMs = Math.round(performance.now() - began);
    const how = await end;
    if (!how.startsWith("Interrupted")) fail(`the cell ended ${how}`);
    const keeps = (await run("console.log(typeof kept)").catch(() => "")) === "number\n";
    return `answered in ${answeredMs} ms, over after ${Math.round(performance.now() - began)} ms; variables are ${keeps ? "kept" : "lost"}`;
  };
  try {
    await see(subject("start"), async () => {
      kernel = await start();
      await run("let kept = 1");
      return String(kernel.info["banner"]);
    });
    await see(subject("large output"), async () => {
      const { length } = await run(`console.log("x".repeat(${LARGE}))`);
      return length === LARGE + 1 ? `${LARGE} characters` : fail(`${length} of ${LARGE} characters`);
    });
    await see(subject("-O, twice"), async () => {
      const path = join(folder, `${name}.csv`);
      for (const limit of [10, 20])
        await run(`%%svc_presto sample_datasets -O ${name}.csv\nselect origin from flights limit ${limit}`);
      return `${readFileSync(path, "utf8").trimEnd().split(/\r?\n/).length} lines`;
    });
    await see(subject("Stop of a busy loop"), () => stop("for (;;) {}", () => sleep(2_000)));
    await see(subject("Stop of a query"), () => stop(LONG, () => jobIs(true)));
    await see(subject("restart"), async () => {
      const former = kernel?.process;
      await kernel?.stop();
      kernel = await start();
      return `ended with ${former?.exitCode ?? former?.signalCode}; prints ${(await run("console.log(6 * 7)")).trim()} again`;
    });
    await see(subject("killed in a query"), async () => {
      run(LONG).catch(() => undefined);
      await jobIs(true);
      kernel?.process.kill("SIGKILL");
      const began = performance.now();
      await jobIs(false);
      await kernel?.stop();
      kernel = undefined;
      return `its job ended after ${Math.round(performance.now() - began)} ms`;
    });
    await see(subject("kernelspec, no PATH"), async () => {
      const [installed] = installKernelSpecs({ prefix: folder, kernel: name });
      const argv = (installed && readKernelSpec(installed.folder)?.argv) ?? fail("kernel.json can't be read");
      kernel = await start(argv, { PATH: "", Path: "" });
      return `${argv[0]} starts it`;
    });
  } finally {
    await kernel?.stop();
  }
}
