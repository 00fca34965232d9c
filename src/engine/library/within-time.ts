import { createContext, Script } from "node:vm";
import { refuse } from "./script/script-function.ts";
import { threadCpuMs } from "../../system/threads/thread-cpu-ms.ts";

/** Processor time that the rows of a chunk may take together, in milliseconds. */
export interface TimeLimit {
  readonly chunkMs: number;
  /** Additional time for a row; the total is at most {@link MAX_MS}. @default 0 */
  readonly rowMs?: (row: number) => number;
}

/** The longest limit of a chunk: it blocks the thread that serves requests. */
export const MAX_MS = 1000;

const sandbox = createContext({ run: null as (() => void) | null });
const script = new Script("run()");

/** Calls a pure function for each row of a chunk, with a time limit for what may never end, such as a backtracking regular expression. */
export function withinTime(
  name: string,
  rowCount: number,
  { chunkMs, rowMs = () => 0 }: TimeLimit,
  call: (row: number) => void,
): void {
  let row = 0;
  sandbox["run"] = () => {
    for (; row < rowCount; row++) call(row);
  };
  let limitMs = chunkMs;
  let counted = 0;
  let usedMs = 0;
  let waitMs = chunkMs;
  while (row < rowCount) {
    const first = row;
    const startedMs = threadCpuMs();
    try {
      script.runInContext(sandbox, { timeout: waitMs });
    } catch (error) {
      if ((error as { code?: string }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      // The time limit can strike between the last row and the end of the script.
      if (row === rowCount) return;
      const tookMs = threadCpuMs() - startedMs;
      for (; counted <= row; counted++) limitMs = Math.min(limitMs + rowMs(counted), MAX_MS);
      if (usedMs + tookMs >= limitMs)
        refuse(
          `${name.replace(/^svc_/, "")} took longer than ${Math.ceil(limitMs)} ms over ${row + 1} of ${rowCount} rows`,
          "EXCEEDED_LIMIT",
          error,
        );
      // Other threads had the processor: the same row is tried again, for twice as long.
      if (row === first) waitMs *= 2;
      else {
        usedMs += tookMs;
        waitMs = chunkMs;
      }
    }
  }
}
