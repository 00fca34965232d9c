// npm run test:engines [-- trino spark hive presto trino-new clients tpc] [--limit MINUTES] [--obtain-limit MINUTES] [--obtain-only] [--again]: the
// tests on real engines. Each is downloaded through Maven or pip into the user's cache, started on free loopback ports, tested, and
// stopped, one at a time. It ends with one line `engines: …` for each. Exit code 0: all of them ran and passed; 1: a
// test failed; 3: nothing failed, but an engine was not run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hive } from "./engines/hive.mjs";
import { javaClients } from "./engines/java-clients.mjs";
import { prestosql } from "./engines/prestosql.mjs";
import { limitObtaining } from "./engines/run-tool.mjs";
import { runTests } from "./engines/run-tests.mjs";
import { spark, sparkNoSasl } from "./engines/spark.mjs";
import { tpc } from "./engines/tpc.mjs";
import { trino435 } from "./engines/trino-435.mjs";
import { trino476 } from "./engines/trino-476.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { failedFiles } from "./jest.mjs";

const all = [trino476, trino435, spark, sparkNoSasl, hive, prestosql, javaClients, tpc];
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    // For the whole run.
    limit: { type: "string" },
    // For the download of each engine.
    "obtain-limit": { type: "string" },
    "obtain-only": { type: "boolean", default: false },
    // Runs failed tests once more: real processes may fail on a machine that stalls.
    again: { type: "boolean", default: false },
  },
});
const unknown = names.filter((name) => !all.some(({ key }) => key === name));
const [limit, obtainLimit] = [values.limit, values["obtain-limit"]].map((text) =>
  text === undefined ? Infinity : Number(text),
);
if (unknown.length > 0 || !(limit > 0 && obtainLimit > 0)) {
  process.stderr.write(
    unknown.length > 0
      ? `No engine ${unknown.join(", ")}; there are ${all.map(({ key }) => key).join(", ")}.\n`
      : "A limit is a number of minutes.\n",
  );
  process.exit(2);
}
// A signal must stop the engine as well, which happens on exit.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]) {
  process.on(signal, () => process.exit(code));
}
const endsAt = Date.now() + limit * 60_000;
const chosen = names.length === 0 ? all : names.map((name) => all.find(({ key }) => key === name));

ensureBuilt();
const outcomes = [];
for (const engine of chosen) {
  const startedAt = Date.now();
  const outcome = await test(engine);
  outcomes.push(`engines: ${engine.name}: ${outcome} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
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
  const late = "NOT RUN: the time limit was reached";
  if (Date.now() >= endsAt) return `${late} before it`;
  const folder = mkdtempSync(join(tmpdir(), `svc-${engine.key}-`));
  let running;
  try {
    limitObtaining(Math.min(endsAt, Date.now() + obtainLimit * 60_000));
    await engine.obtain();
    if (values["obtain-only"]) return "obtained";
    running = await engine.start(folder);
  } catch (error) {
    process.stderr.write(`${engine.name} was not started: ${error.message}\n`);
    rmSync(folder, { recursive: true, force: true });
    return `NOT RUN: ${error.message.split("\n")[0]}`;
  }
  try {
    const addresses = Object.entries(running.env).filter(([name]) => /URL|REMOTE/.test(name));
    process.stderr.write(`${engine.name} is up: ${addresses.map((pair) => pair.join("=")).join(" ")}\n`);
    const report = join(folder, "report.json");
    let result = await runTests(engine.tests, running.env, endsAt - Date.now(), report);
    if (result.outcome === "FAILED" && values.again) {
      process.stderr.write("Some tests failed: running those once more\n");
      const { passed } = result;
      const failed = failedFiles(report);
      const again = failed.length > 0 ? failed : engine.tests;
      result = await runTests(again, running.env, endsAt - Date.now(), report);
      result.passed += passed;
    }
    if (engine === javaClients) outcomes.push(...result.lines);
    if (result.outcome === "CUT OFF") return `${late} during its tests`;
    return `${result.outcome}, ${result.passed} tests passed, ${result.failed} failed`;
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
