// npm run test:clients [-- FILE]: other people's clients, unmodified, against the local service, one test file for each. Their packages come from
// PyPI (which needs python3) and npm, into the user's cache, once.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pythonWithOrigin } from "../bench/lib/python.mjs";
import { pythonWithClients } from "./python-clients.mjs";
import { ensureBuilt, root } from "./ensure-built.mjs";
import { nodeClient } from "./node-client.mjs";

const python = pythonWithOrigin();
const nodePackage = nodeClient();
const clients = pythonWithClients();
if (!python || !nodePackage || !clients) {
  process.stderr.write("The client tests were NOT RUN: the clients can't be installed on this machine.\n");
  process.exit(3);
}
ensureBuilt();
const jest = join(root, "node_modules", "jest", "bin", "jest.js");
const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : ["test/clients"];
const { status } = spawnSync(
  process.execPath,
  [...flags, jest, ...chosen, "--testPathIgnorePatterns=/node_modules/"],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SVC_PYTHON: python, SVC_NODE_CLIENT: nodePackage, SVC_PYTHON_CLIENTS: clients },
  },
);
process.exit(status ?? 1);
