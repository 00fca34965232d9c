import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./ensure-built.mjs";

/** The command of the test runner. */
export const VITEST = join(root, "node_modules", "vitest", "vitest.mjs");

/** Runs the tests that the arguments name, in this terminal. @returns its exit code; 1 if a signal ended it. */
export function runVitest(args, env = process.env) {
  const { status } = spawnSync(process.execPath, [VITEST, "run", ...args], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  return status ?? 1;
}

/** The arguments for a tier that has a folder of its own: one file at a time, each test with a limit. */
export const tier = (folder, timeoutMs) => [
  ...["--dir", `test/${folder}`, "--no-file-parallelism"],
  ...["--testTimeout", String(timeoutMs), "--hookTimeout", String(timeoutMs)],
];

/** The arguments for a report in a file, besides the usual output. */
export const reportTo = (file) => ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];

/** The test files of a report in which something failed; none if a run that broke off left no report. */
export const failedFiles = (report) =>
  !existsSync(report)
    ? []
    : JSON.parse(readFileSync(report, "utf8"))
        .testResults.filter(({ status }) => status === "failed")
        .map(({ name }) => name);
