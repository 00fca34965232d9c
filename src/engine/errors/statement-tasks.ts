import { SqlError } from "../../dialect/sql-error.ts";
import type { TaskKind } from "../../system/threads/task-thread.ts";
import { packedErrors } from "./serialized-error.ts";

/** Processor time for a statement. */
const LIMIT_MS = 1000;
/** And for each million of its characters. */
const MS_PER_MILLION = 1500;
/** Statements with more characters take some hundredths of a second at least. */
const SHORT_LENGTH = 16_000;

const ADVICE = "split it, or put parts of it in tables";

/**
 * What reading a statement on a thread of its own may cost.
 *
 * @param script - Of the thread; missing when the sources run without a build.
 * @param what - What is done with the statement, for the errors, such as `to compile`.
 * @param length - Characters of a task's statement.
 */
export function statementTasks<Task>(
  script: URL,
  what: string,
  length: (task: Task) => number,
  limitMs = LIMIT_MS,
): TaskKind<Task> {
  return {
    script,
    isLong: (task) => length(task) > SHORT_LENGTH,
    limitMs: (task) => limitMs + (MS_PER_MILLION * length(task)) / 1e6,
    overTime: (ms) =>
      new SqlError(
        "EXCEEDED_TIME_LIMIT",
        `the statement takes longer than ${Number((ms / 1000).toFixed(1))} s ${what}; ${ADVICE}`,
      ),
    overMemory: (cause) =>
      new SqlError(
        "EXCEEDED_LIMIT",
        `the statement needs more memory ${what} than one may have; ${ADVICE}`,
        null,
        cause,
      ),
    ...packedErrors,
  };
}
