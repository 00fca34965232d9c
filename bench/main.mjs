// npm run bench [-- name ...]: runs every measurement, each with its peer in the same run, and prints a table; JSON goes to reports/bench.json.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.mjs"))
  .map((file) => file.slice(0, -".bench.mjs".length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
if (names.length === 0) {
  process.stderr.write(`No measurement of that name: ${wanted.join(", ")}\n`);
  process.exit(2);
}

const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`;
process.stdout.write(`${machine}\n`);
const results = [];
for (const name of names) {
  process.stderr.write(`measuring ${name} ...\n`);
  const { default: measure } = await import(join(folder, `${name}.bench.mjs`));
  for (const row of await measure()) results.push({ name, ...row });
}

const columns = ["what", "ours", "peer", "ratio", "aim"];
const cells = results.map((row) => columns.map((column) => String(row[column] ?? "")));
const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((row) => row[i].length)));
const line = (row) => row.map((cell, i) => cell.padEnd(widths[i])).join("  ");
process.stdout.write(`\n${line(columns)}\n${widths.map((width) => "-".repeat(width)).join("  ")}\n`);
for (const row of cells) process.stdout.write(`${line(row)}\n`);

const reports = join(folder, "..", "reports");
mkdirSync(reports, { recursive: true });
writeFileSync(join(reports, "bench.json"), JSON.stringify({ machine, results }, null, 2));
