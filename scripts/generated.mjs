// npm run generated [-- presto hive] [--count N] [--seed N] [--record]: compares generated statements on a real Trino and a real Hive with
// the embedded engine. Differences are shrunk and printed; figures go to reports/generated-<dialect>.json. The default count is 20,000
// statements of Presto and 5,000 of Hive. --record writes the answers that `npm test` compares the embedded engine with.
// Exit code 0: all agree, or differ in a known way; 1: some differ; 3: an engine was unavailable.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hive } from "./engines/hive.mjs";
import { runTests } from "./engines/run-tests.mjs";
import { trino435 } from "./engines/trino-435.mjs";
import { ensureInstalled, root } from "./ensure-built.mjs";

const ENGINES = { presto: { engine: trino435, count: 20_000 }, hive: { engine: hive, count: 5_000 } };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string" },
    seed: { type: "string", default: "1" },
    record: { type: "boolean", default: false },
  },
});
const dialects = positionals.length === 0 ? Object.keys(ENGINES) : positionals;
const numbers = [values.count ?? "1", values.seed].map(Number);
if (
  dialects.some((name) => !Object.hasOwn(ENGINES, name)) ||
  !numbers.every((one) => Number.isSafeInteger(one) && one > 0)
) {
  process.stderr.write("npm run generated -- [presto] [hive] [--count N] [--seed N] [--record]\n");
  process.exit(2);
}
// A signal must stop the engine as well, which happens on exit.
for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]]) process.on(signal, () => process.exit(code)); // prettier-ignore
// Low priority for a long run; child processes inherit it.
setPriority(10);
ensureInstalled();
mkdirSync(join(root, "reports"), { recursive: true });
const codes = [];
for (const dialect of dialects) codes.push(await compare(dialect));
process.exit(Math.max(...codes));

async function compare(dialect) {
  const { engine, count } = ENGINES[dialect];
  const folder = mkdtempSync(join(tmpdir(), `svc-generated-${dialect}-`));
  let running;
  try {
    await engine.obtain();
    running = await engine.start(folder);
    const env = {
      ...running.env,
      SVC_GENERATED_COUNT: values.count ?? String(count),
      SVC_GENERATED_SEED: values.seed,
      SVC_GENERATED_FILE: join(root, "reports", `generated-${dialect}.json`),
      ...(values.record ? { SVC_GENERATED_RECORD: "1" } : {}),
    };
    const test = `test/engines/generated/${dialect}`;
    const { outcome } = await runTests([test], env, Infinity, join(folder, "report.json"));
    return outcome === "passed" ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${engine.name}: ${error.message}\n`);
    return 3;
  } finally {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
