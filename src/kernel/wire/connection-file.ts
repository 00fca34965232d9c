import { randomUUID, randomInt } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type Server } from "node:net";
import { removeAllSync } from "../../system/system.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export type Channel = "shell" | "iopub" | "stdin" | "control" | "hb";

/** A kernel's addresses and signing key: the content of a Jupyter connection file. */
export interface ConnectionInfo {
  readonly transport: string;
  readonly ip: string;
  readonly shell_port: number;
  readonly iopub_port: number;
  readonly stdin_port: number;
  readonly control_port: number;
  readonly hb_port: number;
  readonly key: string;
  readonly signature_scheme: string;
  readonly kernel_name?: string;
}

export type Addresses = Omit<ConnectionInfo, "key" | "signature_scheme">;

const PORTS = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"] as const;

/** @throws Error that names the file and the problem. */
export function readConnectionFile(path: string): ConnectionInfo {
  let value: Partial<ConnectionInfo>;
  try {
    value = JSON.parse(readFileSync(path, "utf8")) as Partial<ConnectionInfo>;
  } catch (cause) {
    throw new Error(`Cannot read the connection file ${path}: ${(cause as Error).message}`, { cause });
  }
  for (const port of PORTS) {
    if (typeof value[port] !== "number") throw new Error(`The connection file ${path} has no ${port}`);
  }
  const defaults = { transport: "tcp", ip: "127.0.0.1", key: "", signature_scheme: "hmac-sha256" };
  return { ...defaults, ...value } as ConnectionInfo;
}

export function channelAddress(info: Addresses, channel: Channel): string {
  const { transport, ip } = info;
  return `${transport}://${ip}${transport === "ipc" ? "-" : ":"}${info[`${channel}_port`]}`;
}

export const connectionPorts = (info: Addresses): number[] => PORTS.map((port) => info[port]);

/**
 * Creates a loopback connection with ports that are free now, and a new key.
 *
 * @param except - Ports that are about to be used.
 */
export async function createConnection(
  kernelName: string,
  except: readonly number[] = [],
): Promise<ConnectionInfo> {
  const [shell = 0, iopub = 0, stdin = 0, control = 0, hb = 0] = await freePorts(PORTS.length, except);
  return {
    transport: "tcp",
    ip: "127.0.0.1",
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: hb,
    key: randomUUID(),
    signature_scheme: "hmac-sha256",
    kernel_name: kernelName,
  };
}

/** Creates a folder for a kernel's files that only this user can read. */
export function createKernelFolder(): { readonly path: string; readonly remove: () => void } {
  const path = temporaryFolder("kernel");
  mkdirSync(path, { mode: 0o700 });
  return { path, remove: () => void removeAllSync(path) };
}

/** @returns the path of the connection file. */
export function writeConnectionFile(info: ConnectionInfo, folder: string): string {
  const path = join(folder, "connection.json");
  writeFileSync(path, JSON.stringify(info), { mode: 0o600 });
  return path;
}

/** Below the ephemeral ports, so that no outgoing connection takes the port before the kernel binds it. */
const FIRST = 20_000;
const LAST = 32_000;
const ATTEMPTS = 200;

/** @returns null if the port is taken. */
function hold(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/** `count` distinct free loopback ports. All are bound before any is released. */
export async function freePorts(count: number, except: readonly number[] = []): Promise<number[]> {
  const servers = new Map<number, Server>();
  for (let attempt = 0; servers.size < count && attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, LAST);
    const server = servers.has(port) || except.includes(port) ? null : await hold(port);
    if (server) servers.set(port, server);
  }
  await Promise.all([...servers.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  if (servers.size < count) throw new Error(`No ${count} free ports between ${FIRST} and ${LAST}`);
  return [...servers.keys()];
}

/** Exit code of a kernel whose ports are taken, so that a restart with other ports may succeed. EADDRINUSE on Linux. */
export const PORTS_TAKEN_CODE = 98;

/** Maximum starts of a kernel whose ports are taken. */
export const START_ATTEMPTS = 5;

/** Whether the text of an error, or of a process's output, reports that a port is taken. */
export function saysPortsTaken(text: string): boolean {
  return /EADDRINUSE|AddrInUse|address (?:is )?already in use/i.test(text);
}
