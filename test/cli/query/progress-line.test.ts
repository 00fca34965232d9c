import { expect, test } from "@jest/globals";
import { reportProgress } from "../../../src/core/progress.ts";
import { clearProgress, showProgress } from "../../../src/cli/query/progress-line.ts";

test("a line after a second, removed for output, and one that stays at the end", async () => {
  let written = "";
  const terminal = {
    columns: 80,
    write(text: string) {
      written += text;
      return true;
    },
  };
  const stop = showProgress(terminal as NodeJS.WriteStream);
  const job = { kind: "job", jobId: 7, engine: "presto" } as const;
  reportProgress({ ...job, state: "running", percent: 40, elapsedMs: 61_000 });
  while (written === "") await new Promise((resolve) => setTimeout(resolve, 20));
  expect(written).toContain("\rpresto job 7: running · 40 % · 1 min 1 s\u001b[K");
  clearProgress();
  expect(written.endsWith("\r\u001b[K")).toBe(true);
  reportProgress({ ...job, state: "success", elapsedMs: 61_500, done: true });
  reportProgress({ ...job, kind: "download", rows: 3, elapsedMs: 10, done: true });
  written = "";
  stop();
  expect(written).toBe("\rpresto job 7: 3 rows · 1 min 1 s\u001b[K\n");
  clearProgress();
});
