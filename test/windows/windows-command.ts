import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Holds Node.js for Windows and the installed packages; created by `npm run test:windows`. */
const FOLDER = process.env["SVC_WINDOWS"] ?? "";

/** Folder of the packages, as a Linux path. */
export const MODULES = join(FOLDER, "node_modules");
/** A folder for files of the tests. */
export const WORK = join(FOLDER, "work");

let runs = 0;

/** A Windows process of Node.js. Its output goes to files: Wine does not pass pipes. */
export class WindowsProcess {
  readonly #process: ChildProcess;
  readonly #files: readonly [string, string];
  /** Its exit code. */
  readonly ended: Promise<number | null>;

  constructor(args: readonly string[]) {
    mkdirSync(WORK, { recursive: true });
    this.#files = [join(WORK, `${++runs}.out`), join(WORK, `${runs}.err`)];
    const [out, err] = this.#files.map((path) => openSync(path, "w"));
    this.#process = spawn("wine", [join(FOLDER, "package", "bin", "node.exe"), ...args], {
      cwd: WORK,
      stdio: ["ignore", out, err],
      env: {
        ...process.env,
        WINEPREFIX: join(FOLDER, "prefix"),
        WINEDEBUG: "-all",
        NODE_SKIP_PLATFORM_CHECK: "1",
        SVC_API_KEY: "",
        SVC_API_SERVER: "",
      },
    });
    this.ended = new Promise((resolve) => this.#process.once("exit", resolve));
    for (const file of [out, err]) if (file !== undefined) closeSync(file);
  }

  get out(): string {
    return readFileSync(this.#files[0], "utf8").replaceAll("\r", "");
  }

  get err(): string {
    const said = readFileSync(this.#files[1], "utf8").replaceAll("\r", "");
    // ZeroMQ takes more than half a second to close under Wine, and warns about it.
    return said.replaceAll(/^\(node:\d+\) WARNING: Waiting for queued ZeroMQ messages .*\n/gm, "");
  }

  /** Ends it like a power cut, or Windows' TerminateProcess. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.ended;
  }
}

/** Starts the command `svclib`. */
export const startSvclib = (...args: readonly string[]): WindowsProcess =>
  new WindowsProcess([join(MODULES, "svclib", "dist", "cli", "svclib.cjs"), ...args]);

/** Runs the command `svclib` to its end. */
export async function svclib(
  ...args: readonly string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const process = startSvclib(...args);
  const code = await process.ended;
  return { code, out: process.out, err: process.err };
}
