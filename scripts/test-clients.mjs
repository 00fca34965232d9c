// npm run test:clients [-- FILE...]: unmodified third-party clients against the local service, one test file per kind. Their packages
// come from PyPI (which needs python3) and npm, into the user's cache, once. It ends with one line `clients: …` per client. Exit code 0: all
// ran and passed; 1: a step failed; 3: nothing failed, but a client was not run.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installOrigin } from "../bench/lib/python.mjs";
import { arqueroSuite } from "./arquero-suite.mjs";
import { clientLines } from "./client-steps.mjs";
import { NotObtained } from "./engines/run-tool.mjs";
import { spawnSync } from "node:child_process";
import { ensureBuilt } from "./ensure-built.mjs";
import { reportTo, runJest, suite } from "./jest.mjs";
import { nodeClient } from "./node-client.mjs";
import { pythonWithArrow, pythonWithClients, pythonWithDuckdb2 } from "./python-clients.mjs";

const all = [
  {
    file: "test/clients/python.test.ts",
    name: "the service's Python clients (pytd, td-client)",
    variable: "SVC_PYTHON",
    obtain: installOrigin,
  },
  {
    file: "test/clients/node.test.ts",
    name: "the service's Node.js client (td)",
    variable: "SVC_NODE_CLIENT",
    obtain: nodeClient,
  },
  {
    file: "test/clients/statement-clients.test.ts",
    name: "Python clients of the statement protocol (SQLAlchemy, pandas, trino, presto, ibis, dbt)",
    variable: "SVC_PYTHON_CLIENTS",
    obtain: pythonWithClients,
  },
  {
    file: "test/clients/arrow.test.ts",
    name: "readers of Arrow streams (pyarrow, polars, pandas, Arquero)",
    variable: "SVC_PYTHON_ARROW",
    obtain: pythonWithArrow,
  },
  {
    file: "test/clients/arquero.test.ts",
    name: "the tests of Arquero's repository",
    variable: "SVC_ARQUERO",
    obtain: arqueroSuite,
  },
  {
    file: "test/clients/proxies.test.ts",
    name: "nginx with the block of docs/team-service.md",
    variable: "SVC_NGINX",
    obtain: () => Promise.resolve().then(() => onPath("nginx", "nginx-light")),
  },
  {
    file: "test/clients/duckdb-2.test.ts",
    name: "the next major version of the engine (DuckDB 2)",
    variable: "SVC_PYTHON_DUCKDB2",
    obtain: pythonWithDuckdb2,
  },
];
const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.some(({ file }) => file.includes(name)));
if (unknown.length > 0) {
  process.stderr.write(
    `No test file ${unknown.join(", ")}; there are ${all.map(({ file }) => file).join(", ")}.\n`,
  );
  process.exit(2);
}
ensureBuilt();
const env = { ...process.env };
const files = [];
const lines = [];
for (const { file, name, variable, obtain } of all) {
  if (names.length > 0 && !names.some((part) => file.includes(part))) continue;
  try {
    env[variable] = await obtain();
    files.push(file);
  } catch (error) {
    if (!(error instanceof NotObtained)) throw error;
    lines.push(`clients: ${name}: NOT RUN: ${error.message}`);
  }
}
const notRun = lines.length > 0;
const failed = files.length > 0 && !runTests();
process.stdout.write(`\n${lines.join("\n")}\n`);
process.exit(failed ? 1 : notRun ? 3 : 0);

/** @param debian its package. @returns the path of a program. @throws NotObtained */
function onPath(program, debian) {
  const { status, stdout } = spawnSync("which", [program], { encoding: "utf8" });
  if (status !== 0) throw new NotObtained(`there is no ${program} on PATH (Debian: ${debian})`);
  return stdout.trim();
}

/** Runs the test files, and adds a line for each of their clients. @returns whether all passed. */
function runTests() {
  const folder = mkdtempSync(join(tmpdir(), "svc-clients-"));
  const report = join(folder, "report.json");
  try {
    const status = runJest([...reportTo(report), ...files], suite("clients", env));
    if (existsSync(report)) lines.unshift(...clientLines(report));
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
