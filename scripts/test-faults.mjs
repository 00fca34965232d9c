// npm run test:faults: thousands of seeded runs through a faulty network, hundreds of crashes, minutes of load. The figures go to
// reports/faults.jsonl, one line per piece of work, and are summed at the end.
//   --resume       continues an interrupted run: pieces already in the report are skipped
//   --minutes N    stops after about N minutes; the rest is listed, and the exit code is not 0
// Anything else goes to Jest: file names, -t PATTERN. SVC_FAULT_RUNS, SVC_CRASH_ROUNDS, SVC_SOAK_SECONDS and SVC_RESTARTS set the amount,
// SVC_FAULT_SEED the first seed. Ranges of seeds may run at the same time, in separate clones.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";
import { runJest, suite } from "./jest.mjs";

const args = process.argv.slice(2);
const take = (flag, values) => {
  const at = args.indexOf(flag);
  return at < 0 ? [] : args.splice(at, 1 + values);
};
const resume = take("--resume", 0).length > 0;
const [, minutes] = take("--minutes", 1);
if (minutes !== undefined && !(Number(minutes) > 0)) {
  process.stderr.write(`--minutes needs a number, not ${minutes}\n`);
  process.exit(2);
}

ensureBuilt();
const file = join(root, "reports", "faults.jsonl");
if (!resume) rmSync(file, { force: true });
const env = { ...process.env };
if (minutes !== undefined)
  env.SVC_FAULT_END_UNIX = String(Math.floor(Date.now() / 1000 + Number(minutes) * 60));
const status = runJest(args, suite("faults", env), ["--expose-gc"]);
if (existsSync(file)) process.stdout.write(`\n${summary(readFileSync(file, "utf8"))}\n`);
process.exit(status);

/** The report's lines, summed by name; those that are not pieces are shown unchanged. */
function summary(text) {
  const sums = new Map();
  for (const line of text.trim().split("\n")) {
    const { name, at, first_seed, ...figures } = JSON.parse(line);
    if (first_seed === undefined) {
      sums.set(`${name} (${at})`, figures);
      continue;
    }
    const sum = sums.get(name) ?? {};
    for (const [key, value] of Object.entries(figures)) sum[key] = (sum[key] ?? 0) + value;
    sums.set(name, sum);
  }
  const shown = (figures) => Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  return [...sums].map(([name, figures]) => `${name}: ${shown(figures).join(", ")}`).join("\n");
}
