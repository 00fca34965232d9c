// npm start: from a clone to a notebook that ran. Starts the local service with the sample data on a free port, runs the quickstart
// notebook cell by cell in the real kernels, prints the output of each cell, and stops what it started.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ensureBuilt, root } from "./ensure-built.mjs";

ensureBuilt();

const command = join(root, "dist", "cli", "svclib.cjs");
const data = mkdtempSync(join(tmpdir(), "svclib-start-"));
const service = spawn(
  process.execPath,
  [command, "serve", "--port", "0", "--data", data, "--samples", "--json"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const ended = new Promise((resolve) => service.once("exit", resolve));

const firstLine = (async () => {
  for await (const line of createInterface({ input: service.stdout })) return line;
  throw new Error("the local service ended before it answered");
})();

let status = 1;
const stop = async () => {
  service.kill("SIGTERM");
  await ended;
  rmSync(data, { recursive: true, force: true });
};

try {
  const { url, apikey } = JSON.parse(await firstLine);
  process.stdout.write(`The local service answers at ${url}, with the sample data.\n`);
  for (const kernel of ["svc-tslab", "svc-deno"]) {
    process.stdout.write(`\n──── notebooks/quickstart.ipynb in ${kernel} ────\n`);
    status =
      spawnSync(
        process.execPath,
        [command, "run", join(root, "notebooks", "quickstart.ipynb"), "--kernel", kernel],
        {
          stdio: "inherit",
          env: { ...process.env, SVC_API_SERVER: url, SVC_API_KEY: apikey, SVC_HOME: data },
        },
      ).status ?? 1;
    if (status !== 0) break;
  }
} catch (error) {
  process.stderr.write(`npm start: ${error.message}\n`);
} finally {
  await stop();
}
if (status === 0) {
  process.stdout.write(
    "\nBoth kernels ran the notebook. Next: npx svclib lab notebooks/quickstart.ipynb opens it in JupyterLab.\n",
  );
}
process.exit(status);
