import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installKernelSpecs } from "../../../src/kernel/kernelspec/install.ts";
import { installLabExtension } from "../../../src/kernel/kernelspec/lab-extension.ts";

export interface JupyterLab {
  /** The folder shown by JupyterLab: a copy of `notebooks/`. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The server's log so far. */
  log(): string;
  /** URL of a notebook of the folder, token included. */
  url(notebook: string): string;
  /** Ends the server, its kernels and the local service that they started, by process id. */
  close(): Promise<void>;
}

/** A program of the virtual environment that `npm run test:lab` made. */
export function jupyterProgram(name: string): string {
  const bin = process.env["SVC_TEST_JUPYTER_BIN"];
  if (!bin) throw new Error("Run these tests with `npm run test:lab`, which brings JupyterLab.");
  return join(bin, name);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** The two frontends: program, settings class, and URL path of a notebook. */
const FRONT_ENDS = {
  lab: { program: "jupyter-lab", app: "LabApp", path: "lab/tree" },
  notebook: { program: "jupyter-notebook", app: "JupyterNotebookApp", path: "notebooks" },
} as const;

/** Starts JupyterLab or Jupyter Notebook with both kernels installed in its own folders. No service is configured: the kernels start one. */
export async function startJupyterLab(frontEnd: keyof typeof FRONT_ENDS = "lab"): Promise<JupyterLab> {
  const { program, app, path } = FRONT_ENDS[frontEnd];
  const home = mkdtempSync(join(tmpdir(), "svclib-lab-"));
  const folder = join(home, "notebooks");
  cpSync(new URL("../../../notebooks", import.meta.url), folder, { recursive: true });
  installKernelSpecs({ prefix: join(home, "prefix") });
  installLabExtension({ prefix: join(home, "prefix") });
  // JupyterLab's question about news would hide a part of every picture.
  const settings = join(home, "config", "lab", "user-settings", "@jupyterlab", "apputils-extension");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "notification.jupyterlab-settings"), '{ "fetchNews": "false" }');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: home,
    JUPYTER_PATH: join(home, "prefix", "share", "jupyter"),
    JUPYTER_CONFIG_DIR: join(home, "config"),
    JUPYTER_RUNTIME_DIR: join(home, "runtime"),
    JUPYTER_DATA_DIR: join(home, "data"),
    SVC_HOME: join(home, "svc"),
  };
  delete env["SVC_API_KEY"];
  delete env["SVC_API_SERVER"];
  const port = await freePort();
  const token = "lab-test-token";
  const server = spawn(
    jupyterProgram(program),
    [
      "--no-browser",
      "--allow-root",
      `--ServerApp.port=${port}`,
      "--ServerApp.port_retries=0",
      `--IdentityProvider.token=${token}`,
      `--ServerApp.root_dir=${folder}`,
      `--${app}.expose_app_in_browser=True`,
      "--LabApp.news_url=None",
      "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ],
    { env, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  server.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const base = `http://127.0.0.1:${port}`;
  await answers(`${base}/api?token=${token}`, server, () => log);
  return {
    folder,
    env,
    log: () => log,
    url: (notebook) => `${base}/${path}/${encodeURIComponent(notebook)}?token=${token}&reset`,
    async close() {
      server.kill("SIGTERM");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      stopLocalService(join(home, "svc"));
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function answers(url: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && server.exitCode === null) {
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Jupyter did not start:\n${log()}`);
}

function stopLocalService(dataDir: string): void {
  let pid: number;
  try {
    pid = (JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8")) as { pid: number }).pid;
  } catch {
    return; // no kernel started one
  }
  process.kill(pid, "SIGTERM");
}
