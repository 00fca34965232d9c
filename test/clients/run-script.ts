import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A Python that has other people's clients of the statement protocol. */
const PYTHON = process.env["SVC_PYTHON_CLIENTS"] ?? "python3";

interface Target {
  readonly url: string;
  readonly apikey: string;
}

/** Runs Python with the service's address. @returns what it printed. @throws Error with all that it said where it fails. */
export async function runPython(
  service: Target,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(PYTHON, args, {
    env: {
      ...process.env,
      SERVICE_URL: service.url,
      SERVICE_KEY: service.apikey,
      SERVICE_PORT: new URL(service.url).port,
      ...env,
    },
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`${output}\n${errors}`);
  return output;
}

/** The steps that a script of this folder printed, by name. */
export async function runScript(service: Target, script: string): Promise<Record<string, unknown>> {
  const output = await runPython(service, [join(import.meta.dirname, script)]);
  const steps = output.split("\n").filter((line) => line.startsWith("STEP "));
  return Object.fromEntries(
    steps.map((line) => JSON.parse(line.slice(5).replace(/\bNaN\b/g, "null")) as [string, unknown]),
  );
}
