// npm run bench [-- name ...] [--page]: runs every measurement, each with its peer in the same run, and prints a table; JSON goes to
// reports/bench.json, and with --page the table also to docs/performance.md.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { rounds } from "./lib/measure.mjs";
import { writePage } from "./lib/page.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2).filter((word) => word !== "--page");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.mjs"))
  .map((file) => file.slice(0, -".bench.mjs".length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
if (names.length === 0) {
  process.stderr.write(`No measurement of that name: ${wanted.join(", ")}\n`);
  process.exit(2);
}

const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`;
const startedAt = new Date().toISOString();
const loadBefore = loadavg().map((load) => Number(load.toFixed(2)));
process.stdout.write(`${machine}, load ${loadBefore[0]}, ${rounds} rounds\n`);
const reports = join(folder, "..", "reports");
mkdirSync(reports, { recursive: true });
const results = [];
// Written after each measurement, so that an interrupted run keeps its results.
const save = () =>
  writeFileSync(
    join(reports, "bench.json"),
    JSON.stringify({ machine, rounds, startedAt, loadBefore, results }, null, 2),
  );
for (const name of names) {
  const startedMs = performance.now();
  process.stderr.write(`measuring ${name} ...\n`);
  try {
    const { default: measure } = await import(join(folder, `${name}.bench.mjs`));
    for (const row of await measure()) results.push({ name, ...row });
  } catch (error) {
    process.stderr.write(`${error.stack ?? error}\n`);
    results.push({ name, what: name, ours: `FAILED: ${String(error.message ?? error).split("\n")[0]}` });
    process.exitCode = 1;
  }
  process.stderr.write(`measured ${name} in ${Math.round((performance.now() - startedMs) / 1000)} s\n`);
  save();
}

const columns = ["what", "ours", "peer", "ratio", "aim"];
const cells = results.map((row) => columns.map((column) => String(row[column] ?? "")));
const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((row) => row[i].length)));
const line = (row) => row.map((cell, i) => cell.padEnd(widths[i])).join("  ");
process.stdout.write(`\n${line(columns)}\n${widths.map((width) => "-".repeat(width)).join("  ")}\n`);
for (const row of cells) process.stdout.write(`${line(row)}\n`);
if (process.argv.includes("--page")) await writePage({ machine, rounds, startedAt, loadBefore, results });
