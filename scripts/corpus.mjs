// Runs the corpus of both dialects on the real run path and prints the pass rate of each group.
import { spawnSync } from "node:child_process";

const { status } = spawnSync(
  process.execPath,
  [
    "--experimental-vm-modules",
    "--disable-warning=ExperimentalWarning",
    "node_modules/jest/bin/jest.js",
    "test/service/corpus",
  ],
  { stdio: "inherit", env: { ...process.env, SVC_CORPUS_TABLE: "1" } },
);
process.exitCode = status ?? 1;
