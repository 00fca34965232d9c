// npm run test:engines [-- trino trino-new spark]: the tests on real engines. Each is obtained through Maven or pip into the user's cache,
// started on free ports of the loopback interface, tested, and stopped; one at a time. Exit code 0: all of them were run and passed;
// 1: a test failed; 3: nothing failed, but an engine was not run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spark } from "./engines/spark.mjs";
import { trino435 } from "./engines/trino-435.mjs";
import { trino476 } from "./engines/trino-476.mjs";
import { ensureBuilt, root } from "./ensure-built.mjs";

const all = [trino435, spark, trino476];
const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.some(({ key }) => key === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No engine ${unknown.join(", ")}; there are ${all.map(({ key }) => key).join(", ")}.\n`,
  );
  process.exit(2);
}
const chosen = all.filter(({ key }) => names.length === 0 || names.includes(key));

ensureBuilt();
const outcomes = [];
for (const engine of chosen) outcomes.push({ engine, outcome: await test(engine) });
process.stdout.write(`\n${outcomes.map(({ engine, outcome }) => `${engine.name}: ${outcome}`).join("\n")}\n`);
const failed = outcomes.some(({ outcome }) => outcome === "FAILED");
const missing = outcomes.some(({ outcome }) => outcome.startsWith("NOT RUN"));
process.exit(failed ? 1 : missing ? 3 : 0);

async function test(engine) {
  const folder = mkdtempSync(join(tmpdir(), `svc-${engine.key}-`));
  let running;
  try {
    running = await engine.start(folder);
  } catch (error) {
    process.stderr.write(`${engine.name} was not started: ${error.message}\n`);
    return `NOT RUN (${error.message.split("\n")[0]})`;
  }
  try {
    process.stderr.write(`${engine.name} is up: ${JSON.stringify(running.env)}\n`);
    const jest = join(root, "node_modules", "jest", "bin", "jest.js");
    const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
    const { status } = spawnSync(
      process.execPath,
      [...flags, jest, "--config", join(root, "jest.engines.config.js"), ...engine.tests],
      { cwd: root, stdio: "inherit", env: { ...process.env, ...running.env } },
    );
    return status === 0 ? "passed" : "FAILED";
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
