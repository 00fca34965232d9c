// npm run test:faults: thousands of seeded runs through a faulty network, hundreds of crashes, minutes of load. The figures go to
// reports/faults.jsonl. SVC_FAULT_RUNS, SVC_CRASH_ROUNDS, SVC_SOAK_SECONDS and SVC_RESTARTS say how much; SVC_FAULT_SEED where the seeds begin.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";

ensureBuilt();
rmSync(join(root, "reports", "faults.jsonl"), { force: true });
const jest = join(root, "node_modules", "jest", "bin", "jest.js");
const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning", "--expose-gc"];
const { status } = spawnSync(
  process.execPath,
  [...flags, jest, "--config", join(root, "jest.faults.config.js"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);
