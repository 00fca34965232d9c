// What Jest's own reporters don't say: the command that runs a failed test again, and which files took longest.
import { relative } from "node:path";

/** With more failed tests in a file, the command runs the whole file. */
const MOST_COMMANDS = 3;
const MOST_SLOW_FILES = 10;

const suite = process.env.SVC_TEST_SUITE;

/** A test's name as a pattern that every shell takes within double quotes. */
const pattern = (name) => `"^${name.replace(/[^\p{L}\p{N} ,:;=<>/_-]/gu, ".")}$"`;

export default class RerunAndSlowest {
  #root;
  #times = [];

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onTestResult(_test, { testFilePath, testResults, failureMessage, perfStats }) {
    const file = relative(this.#root, testFilePath).replaceAll("\\", "/");
    this.#times.push({ file, seconds: perfStats.runtime / 1000 });
    if (!failureMessage) return;
    const command = suite === undefined ? "npm test --" : `npm run test:${suite} --`;
    const failed = testResults.filter(({ status }) => status === "failed");
    const commands =
      failed.length === 0 || failed.length > MOST_COMMANDS
        ? [`${command} ${file}`]
        : failed.map(({ fullName }) => `${command} ${file} -t ${pattern(fullName)}`);
    process.stderr.write(`To run again what failed:\n${commands.map((line) => `  ${line}\n`).join("")}\n`);
  }

  onRunComplete() {
    if (this.#times.length <= MOST_SLOW_FILES) return;
    const slowest = this.#times.sort((a, b) => b.seconds - a.seconds).slice(0, MOST_SLOW_FILES);
    const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
    process.stderr.write(`\nThe slowest files:\n${lines.join("")}`);
  }
}
