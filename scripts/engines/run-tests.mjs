import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { clientLines } from "../client-steps.mjs";
import { root } from "../ensure-built.mjs";
import { reportTo, tier, VITEST } from "../vitest.mjs";

/**
 * Runs the engine tier's tests, with their output on standard error.
 *
 * @param report - the file for Vitest's report
 * @returns outcome: "passed", "FAILED", or "CUT OFF" when `limitMs` was over before any had failed; how many tests passed and failed; and a line
 * for each outermost `describe`.
 */
export async function runTests(tests, env, limitMs, report) {
  const child = spawn(
    process.execPath,
    [VITEST, "run", "--no-color", ...tier("engines", 300_000), ...reportTo(report), ...tests],
    // A process group of its own, so that processes started by the tests are stopped with them.
    { cwd: root, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env }, detached: true },
  );
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };
  process.once("exit", stop);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
    process.stderr.write(chunk);
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
  const [, summary = ""] = /^ *Tests {2}(.*)$/m.exec(output) ?? [];
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0);
  const outcome = code === 0 ? "passed" : isLate && !/^ *[❯×] /m.test(output) ? "CUT OFF" : "FAILED";
  return {
    outcome,
    passed: count("passed"),
    failed: count("failed"),
    lines: existsSync(report) ? clientLines(report) : [],
  };
}
