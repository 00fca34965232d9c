import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./ensure-built.mjs";

/** The command of the test runner. */
export const JEST = join(root, "node_modules", "jest", "bin", "jest.js");

/** The environment for a suite that has a folder of its own (jest.config.js). */
export const suite = (name, env = process.env) => ({ ...env, SVC_TEST_SUITE: name });

/** Runs the tests that the arguments name, in this terminal. @returns its exit code; 1 if a signal ended it. */
export function runJest(args, env = process.env, nodeOptions = []) {
  const { status } = spawnSync(process.execPath, [...nodeOptions, JEST, ...args], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  return status ?? 1;
}

/** The arguments for a report in a file, besides the usual output. */
export const reportTo = (file) => ["--json", `--outputFile=${file}`];

/** The test files of a report in which something failed; none if a run that broke off left no report. */
export const failedFiles = (report) =>
  !existsSync(report)
    ? []
    : JSON.parse(readFileSync(report, "utf8"))
        .testResults.filter(({ status }) => status === "failed")
        .map(({ name }) => name);
