import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The built command, as users start it: the crash must hit a separate process. */
const COMMAND = join(import.meta.dirname, "../../../../dist/cli/svclib.cjs");

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly apikey: string;
  get<T>(path: string): Promise<T>;
  /** POST with form fields. @throws unless the reply is a success. */
  post<T = Record<string, unknown>>(path: string, fields?: Record<string, string>): Promise<T>;
  put(path: string, body: Uint8Array<ArrayBuffer>): Promise<void>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Starts a service on a folder without waiting for it. `ready` rejects with the process's output if it exits first. */
export function spawnService(
  folder: string,
  options: { readonly prefix?: readonly string[]; readonly args?: readonly string[] } = {},
): { readonly child: ChildProcess; readonly ready: Promise<ServiceProcess> } {
  const { prefix = [], args = [] } = options;
  const serve = [process.execPath, COMMAND, "serve", "--json", "--port", "0", "--data", folder, ...args];
  const [program = "", ...rest] = [...prefix, ...serve];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"] });
  const errors: string[] = [];
  child.stderr.on("data", (text: Buffer) => errors.push(text.toString()));
  const ready = new Promise<ServiceProcess>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => {
      const { url, apikey } = JSON.parse(text.toString()) as { url: string; apikey: string };
      resolve(serviceProcess(child, url, apikey));
    });
    child.once("exit", (code, signal) =>
      reject(new Error(`the service ended (${code ?? signal}): ${errors.join("")}`)),
    );
  });
  ready.catch(() => undefined);
  return { child, ready };
}

function serviceProcess(child: ChildProcess, url: string, apikey: string): ServiceProcess {
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `TD1 ${apikey}`, ...(init.headers as Record<string, string>) };
    return fetch(url + path, { ...init, headers });
  };
  const checked = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await request(path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    child,
    url,
    apikey,
    fetch: request,
    get: async <T>(path: string) => (await (await checked(path)).json()) as T,
    post: async <T>(path: string, fields: Record<string, string> = {}) =>
      (await (await checked(path, { method: "POST", body: new URLSearchParams(fields) })).json()) as T,
    put: async (path, body) => {
      await (await checked(path, { method: "PUT", body })).arrayBuffer();
    },
    stop: (signal) => endProcess(child, signal),
  };
}

export async function endProcess(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}
