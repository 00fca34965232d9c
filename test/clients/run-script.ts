import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { runSteps, type Steps } from "./describe-client.ts";

/** A Python with third-party clients of the statement protocol. */
const PYTHON = process.env["SVC_PYTHON_CLIENTS"] ?? "python3";

interface Target {
  readonly url: string;
  readonly apikey: string;
}

const target = ({ url, apikey }: Target): Readonly<Record<string, string>> => ({
  SERVICE_URL: url,
  SERVICE_KEY: apikey,
  SERVICE_PORT: new URL(url).port,
});

/** Runs Python with the service's URL. @returns its output. @throws Error with the whole output if it fails. */
export async function runPython(
  service: Target,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const settings = { env: { ...process.env, ...target(service), ...env }, maxBuffer: 1 << 26 };
    return (await promisify(execFile)(PYTHON, args, settings)).stdout;
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string };
    throw new Error(`${stdout}\n${stderr}`, { cause });
  }
}

/** Runs a script of this folder. */
export const runScript = (service: Target, script: string): Promise<Steps> =>
  runSteps(PYTHON, [join(import.meta.dirname, script)], {
    env: target(service),
    parse: (text) => JSON.parse(text.replace(/\bNaN\b/g, "null")) as unknown,
  });
