import { expect, test } from "@jest/globals";
import { reportProgress } from "../../../src/core/progress.ts";
import { clearProgress, showProgress } from "../../../src/cli/query/progress-line.ts";

test("a line after a second, removed for output, and one that stays at the end", async () => {
  let output = "";
  const terminal = {
    columns: 80,
    write(text: string) {
      output += text;
      return true;
    },
  };
  const stop = showProgress(terminal as NodeJS.WriteStream);
  const job = { kind: "job", jobId: 7, engine: "presto" } as const;
  reportProgress({ ...job, state: "running", percent: 40, elapsedMs: 61_000 });
  while (output === "") await new Promise((resolve) => setTimeout(resolve, 20));
  expect(output).toContain("\rpresto job 7: running · 40 % · 1 min 1 s\u001b[K");
  clearProgress();
  expect(output.endsWith("\r\u001b[K")).toBe(true);
  reportProgress({ ...job, state: "success", elapsedMs: 61_500, done: true });
  reportProgress({ ...job, kind: "download", rows: 3, elapsedMs: 10, done: true });
  output = "";
  stop();
  expect(output).toBe("\rpresto job 7: 3 rows · 1 min 1 s\u001b[K\n");
  clearProgress();
});
