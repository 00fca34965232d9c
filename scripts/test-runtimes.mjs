// npm run test:runtimes [-- NAME...]: the client on other runtimes. The packed package, installed alone, runs the steps of
// test/runtimes/client-steps.mjs against a local service; on versions of Node.js also its unit tests (test/core). The runtimes come from npm
// into the user's cache, once. It ends with a line `runtimes: ...` for each. Exit code 0: all passed; 1: a step failed; 3: one was not run.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { cached } from "./engines/cache-folder.mjs";
import { NotObtained, runTool } from "./engines/run-tool.mjs";
import { ensureBuilt, root } from "./ensure-built.mjs";

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

const node = (version) => ({
  name: `Node.js ${version}`,
  obtain: () => fromNpm(`node-${place}`, version, "node"),
  args: [],
  runsUnitTests: true,
});
const runtimes = [
  // The oldest supported version, and the newest of each line.
  ...["20.17.0", "22.23.3", "24.21.0", "26.10.0"].map(node),
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

const wanted = process.argv.slice(2);
const chosen = runtimes.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  process.stderr.write(
    `No runtime ${wanted.join(", ")}; there are ${runtimes.map(({ name }) => name).join(", ")}.\n`,
  );
  process.exit(2);
}
ensureBuilt();
const home = mkdtempSync(join(tmpdir(), "svclib-runtimes-"));
const lines = [];
let failed = false;
let missing = false;
try {
  const folder = join(home, "client");
  const packed = runTool(process.execPath, [join(root, "scripts", "pack.mjs"), join(home, "packed")]).split(
    "\n",
  )[0];
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  runTool("npm", ["install", "--prefix", folder, ...options, packed], { shell: isWindows });
  copyFileSync(join(root, "test", "runtimes", "client-steps.mjs"), join(folder, "client-steps.mjs"));
  const service = await startService(join(home, "svclib"));
  try {
    for (const runtime of chosen) lines.push(await tryRuntime(runtime, folder, service));
  } finally {
    service.child.kill("SIGTERM");
    await once(service.child, "exit");
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.stdout.write(`\n${lines.join("\n")}\n`);
process.exit(failed ? 1 : missing ? 3 : 0);

async function startService(data) {
  const command = join(root, "dist", "cli", "svclib.cjs");
  const env = { ...process.env, SVC_HOME: data };
  const child = spawn(process.execPath, [command, "serve", "--port", "0", "--json"], { env });
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, data, ...JSON.parse(line) };
}

/** @returns the lines to print. */
async function tryRuntime({ name, obtain, args, runsUnitTests }, folder, { url, apikey, data }) {
  let executable;
  try {
    executable = await obtain();
  } catch (error) {
    if (!(error instanceof NotObtained)) throw error;
    missing = true;
    return `runtimes: ${name}: NOT RUN: ${error.message}`;
  }
  const env = { ...process.env, SVC_API_KEY: apikey, SVC_API_SERVER: url, SVC_HOME: data };
  const { stdout, stderr } = spawnSync(executable, [...args, "client-steps.mjs"], {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: 120_000,
  });
  const steps = (stdout ?? "")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  const passed = steps.filter((step) => step.passed).length;
  for (const step of steps.filter((step) => !step.passed))
    process.stdout.write(`${name}: ${step.name}: ${step.error}\n`);
  if (steps.length === 0) process.stdout.write(`${name}: ${stderr}\n`);
  const unit = runsUnitTests ? unitTests(executable) : "";
  if (steps.length === 0 || passed < steps.length || unit.includes("FAILED")) failed = true;
  return `runtimes: ${name}: ${passed === steps.length && passed > 0 ? "passed" : "FAILED"}, ${passed} of ${steps.length} steps${unit}`;
}

function unitTests(executable) {
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
  const { status, stderr } = spawnSync(executable, [...flags, jest, "test/core"], {
    cwd: root,
    encoding: "utf8",
  });
  const count = /^Tests: .*$/m.exec(stderr ?? "")?.[0] ?? "Tests: none";
  if (status !== 0) process.stdout.write(stderr ?? "");
  return `; ${status === 0 ? "" : "FAILED "}test/core: ${count.replace(/^Tests: +/, "")}`;
}
