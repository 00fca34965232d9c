// npm run test:lab: JupyterLab and Jupyter Notebook with both kernels, driven in headless Chromium. Needs python3 and a Chromium; the Jupyter
// packages are installed into a virtual environment in the user's cache, once.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";

const packages = ["jupyterlab==4.6.6", "notebook==7.6.5", "nbconvert==7.17.2", "nbclient==0.11.0"];

const isThere = (command) => spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;
const chromium = [process.env["CHROMIUM"], "chromium", "chromium-browser", "google-chrome"].find(
  (name) => name && isThere(name),
);
if (!chromium || !isThere("python3")) {
  const missing = [
    ...(isThere("python3") ? [] : ["python3"]),
    ...(chromium ? [] : ["Chromium (or CHROMIUM=<path>)"]),
  ];
  process.stderr.write(
    `The JupyterLab tests were NOT RUN: ${missing.join(" and ")} not found on this machine.\n`,
  );
  process.exit(3);
}

ensureBuilt();
const environment = join(
  process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
  "svclib",
  "jupyterlab-4.6.6",
);
const bin = join(environment, "bin");
if (!["jupyter-lab", "jupyter-notebook"].every((program) => existsSync(join(bin, program)))) {
  process.stderr.write(`Installing ${packages.join(", ")} into ${environment} ...\n`);
  mkdirSync(environment, { recursive: true });
  execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
  execFileSync(join(bin, "pip"), ["install", "--quiet", ...packages], { stdio: "inherit" });
}

const jest = join(root, "node_modules", "jest", "bin", "jest.js");
const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
const { status } = spawnSync(
  process.execPath,
  [...flags, jest, "--config", join(root, "jest.lab.config.js"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit", env: { ...process.env, CHROMIUM: chromium, SVC_TEST_JUPYTER_BIN: bin } },
);
process.exit(status ?? 1);
