// npm run test:clients: the service's own unmodified Python client against the local service. Needs python3; the client's packages are installed
// into a virtual environment in the user's cache, once.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pythonWithOrigin } from "../bench/lib/python.mjs";
import { ensureBuilt, root } from "./ensure-built.mjs";

const python = pythonWithOrigin();
if (!python) {
  process.stderr.write(
    "The client tests were NOT RUN: the Python packages can't be installed on this machine.\n",
  );
  process.exit(3);
}
ensureBuilt();
const jest = join(root, "node_modules", "jest", "bin", "jest.js");
const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
const { status } = spawnSync(
  process.execPath,
  [...flags, jest, "test/clients", "--testPathIgnorePatterns=/node_modules/", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit", env: { ...process.env, SVC_PYTHON: python } },
);
process.exit(status ?? 1);
