// npm run test:runtimes [-- NAME...]: the client on other runtimes. The packed package, installed alone, runs the steps of
// test/runtimes/client-steps.mjs against a local service; on versions of Node.js also its unit tests (test/core), and on the first of
// each line a newcomer's first steps with that version's own npm. With each version of TypeScript it does what docs/checked-sql.md says. The runtimes come from npm
// into the user's cache, once. It prints a line for each thing that it begins, and `runtimes: ...` when a runtime is done, so that a run that is
// cut short has said what it saw. Exit code 0: all passed; 1: a step failed; 3: one was not run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runGuide } from "./checked-sql-guide.mjs";
import { cached } from "./engines/cache-folder.mjs";
import { NotObtained, runTool } from "./engines/run-tool.mjs";
import { ensureBuilt, root } from "./ensure-built.mjs";
import { firstInstall } from "./first-install.mjs";
import { JEST } from "./jest.mjs";

const place = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const isWindows = process.platform === "win32";

/** A runtime's executable from an npm package, whose scripts are not run. */
async function fromNpm(name, version, executable) {
  const folder = await cached(`runtime-${name.replace(/\W+/g, "-")}-${version}`, (prefix) => {
    const options = [
      "--prefix",
      prefix,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--silent",
      "--force",
    ];
    runTool("npm", ["install", ...options, `${name}@${version}`], { shell: isWindows });
  });
  return join(folder, "node_modules", name, "bin", isWindows ? `${executable}.exe` : executable);
}

const node = (version, npm) => ({
  name: `Node.js ${version}`,
  obtain: () => fromNpm(`node-${place}`, version, "node"),
  args: [],
  npm,
  runsUnitTests: true,
});
const runtimes = [
  // The first supported version of each line with the npm that it came with, and the newest of each line.
  node("20.19.0", "10.8.2"),
  node("22.12.0", "10.9.0"),
  node("22.23.3"),
  node("24.0.0", "11.3.0"),
  node("24.21.0"),
  node("26.10.0"),
  {
    name: "Deno 2.9.5",
    obtain: async () => {
      const { findDeno } = await import("../dist/kernel/kernels/deno/find-deno.js");
      const found = findDeno();
      if (!found) throw new NotObtained("Deno is not on this machine");
      return found;
    },
    args: ["run", "--allow-all", "--quiet"],
  },
  {
    name: "Bun 1.4.5",
    obtain: () =>
      fromNpm(`@oven/bun-${place.replace("arm64", "aarch64").replace("win-", "windows-")}`, "1.4.5", "bun"),
    args: ["run"],
  },
];

/** Compilers of projects; the second package has the parser that the first one lacks. */
const compilers = [
  ["typescript@5.9.3"],
  ["typescript@6.0.3"],
  ["typescript@7.0.2", "@typescript/typescript6@6.0.2"],
].map((packages) => ({ name: packages[0].replace("typescript@", "TypeScript "), packages }));

const wanted = process.argv.slice(2);
const chosen = [...runtimes, ...compilers].filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  process.stderr.write(
    `No runtime ${wanted.join(", ")}; there are ${[...runtimes, ...compilers].map(({ name }) => name).join(", ")}.\n`,
  );
  process.exit(2);
}
ensureBuilt();
const home = mkdtempSync(join(tmpdir(), "svclib-runtimes-"));
let failed = false;
let missing = false;
try {
  const folder = join(home, "client");
  say("packing svclib, and installing it into an empty folder");
  const args = [join(root, "scripts", "pack.mjs"), join(home, "packed")];
  const [svclib, jupyter] = runTool(process.execPath, args).split("\n");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  runTool("npm", ["install", "--prefix", folder, ...options, svclib], { shell: isWindows });
  copyFileSync(join(root, "test", "runtimes", "client-steps.mjs"), join(folder, "client-steps.mjs"));
  const service = await startService(join(home, "svclib"));
  try {
    for (const one of chosen) {
      const result =
        "packages" in one
          ? await tryCompiler(one, svclib, service)
          : await tryRuntime(one, folder, service, { svclib, jupyter });
      say(`runtimes: ${one.name}: ${result}`);
    }
  } finally {
    if (service.child.exitCode === null && service.child.kill("SIGTERM")) await once(service.child, "exit");
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exit(failed ? 1 : missing ? 3 : 0);

function say(line) {
  process.stdout.write(`${line}\n`);
}

async function startService(data) {
  const command = join(root, "dist", "cli", "svclib.cjs");
  const env = { ...process.env, SVC_HOME: data };
  const child = spawn(process.execPath, [command, "serve", "--port", "0", "--json", "--samples"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the local service ended with exit code ${code} before it listened`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  ended.catch(() => {}); // After this it ends when it is told to.
  return { child, data, ...JSON.parse(line) };
}

/** @returns what the runtime's line says. */
async function tryRuntime({ name, obtain, args, npm, runsUnitTests }, folder, service, packed) {
  const { url, apikey, data } = service;
  let executable;
  try {
    executable = await obtain();
  } catch (error) {
    if (!(error instanceof NotObtained)) throw error;
    missing = true;
    return `NOT RUN: ${error.message}`;
  }
  say(`${name}: the client's steps`);
  const steps = [];
  const env = { ...process.env, SVC_API_KEY: apikey, SVC_API_SERVER: url, SVC_HOME: data };
  const ended = await run(executable, [...args, "client-steps.mjs"], { cwd: folder, env }, 2, (line) => {
    if (!line.startsWith("{")) return say(`${name}: ${line}`);
    const step = JSON.parse(line);
    steps.push(step);
    if (!step.passed) say(`${name}: ${step.name}: ${step.error}`);
  });
  const passed = steps.filter((step) => step.passed).length;
  const stepsPass = passed > 0 && passed === steps.length && ended === "exit code 0";
  if (npm !== undefined) say(`${name}: npm init, npm install, the README's script`);
  const faults =
    npm === undefined ? [] : await firstInstall({ node: executable, npm }, packed, service, home);
  for (const fault of faults) say(`${name}: ${fault}`);
  const unit = runsUnitTests ? await unitTests(name, executable) : { passed: true, text: "" };
  if (!stepsPass || faults.length > 0 || !unit.passed) failed = true;
  const first = npm === undefined ? "" : `; first install ${faults.length === 0 ? "passed" : "FAILED"}`;
  return `${stepsPass ? "passed" : `FAILED (${ended})`}, ${passed} of ${steps.length} steps${first}${unit.text}`;
}

/** Installs svclib beside a compiler, as in a project that has it, and does what the guide says. */
async function tryCompiler({ name, packages }, svclib, { url, apikey, data }) {
  const cache = await cached(name.replace(" ", "-").toLowerCase(), (prefix) => {
    const options = ["--prefix", prefix, "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    runTool("npm", ["install", ...options, ...packages], { shell: isWindows });
  });
  const project = mkdtempSync(join(home, "project-"));
  const names = packages.map((one) => join(cache, "node_modules", one.slice(0, one.lastIndexOf("@"))));
  const options = [
    "--prefix",
    project,
    "--install-links",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--silent",
  ];
  runTool("npm", ["install", ...options, ...names], { shell: isWindows });
  // Beside what the project has: npm refuses a version that the other does not allow.
  runTool("npm", ["install", ...options, svclib], { shell: isWindows });
  const env = { ...process.env, SVC_API_KEY: apikey, SVC_API_SERVER: url, SVC_HOME: data };
  const faults = await runGuide({ modules: join(project, "node_modules"), env, home });
  for (const fault of faults) say(`${name}: ${fault}`);
  if (faults.length > 0) failed = true;
  return faults.length > 0 ? "FAILED" : "docs/checked-sql.md does what it says";
}

async function unitTests(name, executable) {
  say(`${name}: unit tests of the client`);
  const said = [];
  let files = 0;
  const args = [JEST, "--no-color", "test/core"];
  const ended = await run(executable, args, { cwd: root }, 20, (line) => {
    said.push(line);
    if (line.startsWith("FAIL ")) say(`${name}: ${line}`);
    if (/^(PASS|FAIL) test/.test(line) && ++files % 20 === 0) say(`${name}: ${files} test files`);
  });
  const passed = ended === "exit code 0";
  if (!passed) say(said.join("\n"));
  const count =
    said.find((line) => line.startsWith("Tests:"))?.replace(/^Tests: +/, "") ?? "none was counted";
  return { passed, text: `; ${passed ? "" : `FAILED (${ended}) `}test/core: ${count}` };
}

/** Runs a program and hands on each line that it writes. @returns how it ended; after that many minutes it is killed. */
async function run(executable, args, options, minutes, onLine) {
  const child = spawn(executable, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), minutes * 60_000);
  const read = async (stream) => {
    for await (const line of createInterface(stream)) onLine(line);
  };
  const [[code, signal]] = await Promise.all([once(child, "close"), read(child.stdout), read(child.stderr)]);
  clearTimeout(timer);
  if (code !== null) return `exit code ${code}`;
  return signal === "SIGKILL" ? `killed after ${minutes} minutes` : `killed by ${signal}`;
}
