// How much processor time each test file took: in its worker, and in the processes that this started and that have ended.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TICKS_PER_SECOND = 100;

/** A line per test file, from all workers. */
const record = () => join(process.env.SVC_TEST_FOLDER ?? "", "processor-times");

/** Processor time of this process and of its ended children, in seconds; undefined where the system does not say it (Linux does). */
function processorSeconds() {
  if (process.platform !== "linux") return undefined;
  const stat = readFileSync("/proc/self/stat", "latin1");
  // After the command's name in parentheses, which may have spaces: utime, stime, cutime and cstime.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Begins to measure a test file. @returns what records its time. */
export function measureProcessorTime(file) {
  const began = processorSeconds();
  return () => {
    if (began !== undefined)
      appendFileSync(record(), `${JSON.stringify([file, processorSeconds() - began])}\n`);
  };
}

/** The seconds of each test file so far. */
export const processorTimes = () =>
  new Map(
    existsSync(record())
      ? readFileSync(record(), "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [],
  );
