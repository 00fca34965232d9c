// What Jest's own reporters don't say: the command that runs a failed test again, and which files took longest.
import { relative } from "node:path";
import { processorTimes } from "./processor-time.mjs";

/** With more failed tests in a file, the command runs the whole file. */
const MOST_COMMANDS = 3;
/** `npm test -- --slowest N` prints another number. */
const MOST_SLOW_FILES = 10;

const suite = process.env.SVC_TEST_SUITE;

/** A test's name as a pattern that every shell takes within double quotes. */
const pattern = (name) => `"^${name.replace(/[^\p{L}\p{N} ,:;=<>/_-]/gu, ".")}$"`;

const column = (seconds) => `${seconds === undefined ? "?" : seconds.toFixed(1)} s`.padStart(10);

export default class RerunAndSlowest {
  #root;
  #times = [];

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onTestResult(_test, { testFilePath, testResults, failureMessage, perfStats }) {
    const file = relative(this.#root, testFilePath).replaceAll("\\", "/");
    this.#times.push({ file, path: testFilePath, clock: perfStats.runtime / 1000 });
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
    const wanted = Number(process.env.SVC_TEST_SLOWEST ?? 0);
    if (wanted === 0 && this.#times.length <= MOST_SLOW_FILES) return;
    const processor = processorTimes();
    const lines = this.#times
      .map((time) => ({ ...time, processor: processor.get(time.path) }))
      .sort((a, b) => (b.processor ?? b.clock) - (a.processor ?? a.clock))
      .slice(0, wanted || MOST_SLOW_FILES)
      .map(({ file, clock, processor }) => `${column(processor)}${column(clock)}  ${file}\n`);
    const all = [...processor.values()].reduce((sum, seconds) => sum + seconds, 0);
    const head = `The slowest of ${this.#times.length} files (processor time, of ${all.toFixed(0)} s in all; by the clock)`;
    process.stderr.write(`\n${head}:\n${lines.join("")}`);
  }
}
