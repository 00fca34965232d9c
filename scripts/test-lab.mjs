// npm run test:lab: JupyterLab, Jupyter Notebook and other frontends of Jupyter with both kernels, in headless Chromium. Needs python3 and
// a Chromium; the Jupyter packages are installed into a virtual environment in the user's cache, once.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { NotObtained } from "./engines/run-tool.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { runJest, suite } from "./jest.mjs";
import { pythonEnvironment } from "./python-environment.mjs";

const packages = [
  "jupyterlab==4.6.6",
  "notebook==7.6.5",
  "nbconvert==7.17.2",
  "nbclient==0.11.0",
  "jupyter-console==6.6.3",
  "papermill==2.7.0",
  "jupytext==1.19.6",
  "voila==0.5.13",
];
const modules = "jupyterlab, notebook, nbconvert, nbclient, jupyter_console, papermill, jupytext, voila";

const obtain = () => {
  const chromium = [process.env["CHROMIUM"], "chromium", "chromium-browser", "google-chrome"].find(
    (name) => name && spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
  );
  if (!chromium) throw new NotObtained("Chromium (or CHROMIUM=<path>) is not on this machine");
  const python = pythonEnvironment("jupyter-frontends-1", packages, modules);
  return { CHROMIUM: chromium, SVC_TEST_JUPYTER_BIN: dirname(python) };
};

let env;
try {
  env = { ...process.env, ...obtain() };
} catch (error) {
  if (!(error instanceof NotObtained)) throw error;
  process.stderr.write(`The JupyterLab tests were NOT RUN: ${error.message}.\n`);
  process.exit(3);
}

ensureBuilt();
process.exit(runJest(process.argv.slice(2), suite("lab", env)));
