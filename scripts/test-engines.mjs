// npm run test:engines [-- trino spark hive presto trino-new] [--limit MINUTES] [--obtain-limit MINUTES] [--obtain-only]: the tests on real
// engines. Each is obtained through Maven or pip into the user's cache, started on free ports of the loopback interface, tested, and
// stopped; one at a time. Exit code 0: all of them were run and passed; 1: a test failed; 3: nothing failed, but an engine was not run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hive } from "./engines/hive.mjs";
import { prestosql } from "./engines/prestosql.mjs";
import { limitObtaining } from "./engines/run-tool.mjs";
import { runTests } from "./engines/run-tests.mjs";
import { spark } from "./engines/spark.mjs";
import { trino435 } from "./engines/trino-435.mjs";
import { trino476 } from "./engines/trino-476.mjs";
import { ensureBuilt } from "./ensure-built.mjs";

const all = [trino435, spark, hive, prestosql, trino476];
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: "string" },
    "obtain-limit": { type: "string" },
    "obtain-only": { type: "boolean", default: false },
  },
});
const unknown = names.filter((name) => !all.some(({ key }) => key === name));
const minutes = [values.limit, values["obtain-limit"]].map((text) =>
  text === undefined ? Infinity : Number(text),
);
if (unknown.length > 0 || minutes.some((value) => !(value > 0))) {
  process.stderr.write(
    unknown.length > 0
      ? `No engine ${unknown.join(", ")}; there are ${all.map(({ key }) => key).join(", ")}.\n`
      : "A limit is a number of minutes.\n",
  );
  process.exit(2);
}
// What a signal ends must stop its engine as well: that happens on exit.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]) {
  process.on(signal, () => process.exit(code));
}
const [limit, obtainLimit] = minutes;
const endsAt = Date.now() + limit * 60_000;
if (Math.min(limit, obtainLimit) < Infinity) limitObtaining(Math.min(limit, obtainLimit));
const chosen = all.filter(({ key }) => names.length === 0 || names.includes(key));

ensureBuilt();
const outcomes = [];
for (const engine of chosen) {
  const startedAt = Date.now();
  const outcome = await test(engine);
  outcomes.push(`${engine.name}: ${outcome} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
}
process.stdout.write(`\n${outcomes.join("\n")}\n`);
process.exit(
  outcomes.some((line) => line.includes(": FAILED"))
    ? 1
    : outcomes.some((line) => line.includes(": NOT RUN"))
      ? 3
      : 0,
);

async function test(engine) {
  const folder = mkdtempSync(join(tmpdir(), `svc-${engine.key}-`));
  let running;
  try {
    await engine.obtain();
    if (values["obtain-only"]) return "obtained";
    if (Date.now() >= endsAt) return "NOT RUN: the time limit was reached before it";
    running = await engine.start(folder);
  } catch (error) {
    process.stderr.write(`${engine.name} was not started: ${error.message}\n`);
    rmSync(folder, { recursive: true, force: true });
    return `NOT RUN: ${error.message.split("\n")[0]}`;
  }
  try {
    process.stderr.write(`${engine.name} is up: ${JSON.stringify(running.env)}\n`);
    const outcome = await runTests(engine.tests, running.env, endsAt - Date.now());
    return outcome === "CUT OFF" ? "NOT RUN: the time limit was reached during its tests" : outcome;
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
