import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../dist/cli/svclib.cjs", import.meta.url));

/**
 * Runs `use({ url, apikey, env })` with a local service that has the samples, then stops it by process id. `more` are further arguments;
 * `env` is added to the environment.
 */
export async function withService(use, { samples = true, more = [], env: own = {} } = {}) {
  const data = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  const flags = ["--port", "0", "--data", data, "--json", ...(samples ? ["--samples"] : []), ...more];
  const service = spawn(process.execPath, [command, "serve", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...own },
  });
  const ended = new Promise((resolve) => service.once("exit", resolve));
  try {
    let first;
    for await (const line of createInterface({ input: service.stdout })) {
      first = JSON.parse(line);
      break;
    }
    if (!first) throw new Error("the local service ended before it answered");
    const env = { SVC_API_KEY: first.apikey, SVC_API_SERVER: first.url, SVC_HOME: data };
    return await use({ url: first.url, apikey: first.apikey, env, pid: service.pid });
  } finally {
    service.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}
