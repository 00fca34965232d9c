import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { clientLines } from "../client-steps.mjs";
import { root } from "../ensure-built.mjs";
import { JEST, reportTo, suite } from "../jest.mjs";

/**
 * Runs the engine tier's tests, with their output on standard error.
 *
 * @param report - the file for Jest's report
 * @returns outcome: "passed", "FAILED", or "CUT OFF" when `limitMs` was over before any had failed; how many tests passed and failed; and a line
 * for each outermost `describe`.
 */
export async function runTests(tests, env, limitMs, report) {
  const child = spawn(
    process.execPath,
    [JEST, "--no-color", ...reportTo(report), ...tests],
    // A process group of its own, so that processes started by the tests are stopped with them.
    {
      cwd: root,
      stdio: ["ignore", "inherit", "pipe"],
      env: suite("engines", { ...process.env, ...env }),
      detached: true,
    },
  );
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };
  process.once("exit", stop);
  let hasFailed = false;
  createInterface(child.stderr).on("line", (line) => {
    hasFailed ||= line.startsWith("FAIL ");
    process.stderr.write(`${line}\n`);
  });
  let isLate = false;
  const timer = Number.isFinite(limitMs)
    ? setTimeout(() => {
        isLate = true;
        stop();
      }, limitMs)
    : undefined;
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
  clearTimeout(timer);
  // Reads the remaining output; a leftover process may hold the pipe open.
  await Promise.race([new Promise((resolve) => child.once("close", resolve)), sleep(2000)]);
  stop();
  process.off("exit", stop);
  const outcome = code === 0 ? "passed" : isLate && !hasFailed ? "CUT OFF" : "FAILED";
  if (!existsSync(report)) return { outcome, passed: 0, failed: 0, lines: [] };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  return { outcome, passed: numPassedTests, failed: numFailedTests, lines: clientLines(report) };
}
