import { expect, test } from "@jest/globals";
import {
  endedBundle,
  endedLine,
  runningBundle,
  runningLine,
} from "../../../src/magics/progress/progress-text.ts";
import type { ProgressEvent } from "../../../src/core/progress.ts";

const job = { kind: "job", jobId: 12, engine: "presto", elapsedMs: 0 } as const;
const download = {
  kind: "download",
  jobId: 12,
  engine: "presto",
  rows: 12_000,
  bytes: 3_400_000,
  totalBytes: 10_000_000,
  elapsedMs: 0,
} as ProgressEvent;
const upload = { kind: "upload", rows: 1, bytes: 999, elapsedMs: 0 } as const;

test.each<[ProgressEvent, number, string, string]>([
  [job, 400, "presto job 12", "running · 0.4 s"],
  [{ ...job, state: "queued", percent: 41.9 }, 61_500, "presto job 12", "queued · 41 % · 1 min 1 s"],
  [download, 2000, "presto job 12", "reading 12,000 rows · 3.4 MB of 10.0 MB · 2.0 s"],
  [{ ...upload, state: "waiting" }, 0, "upload", "sending 1 row · 999 B · waiting · 0.0 s"],
])("%j runs", (event, ms, name, state) => expect(runningLine(event, ms)).toMatchObject({ name, state }));

test.each<[ProgressEvent, string]>([
  [download, "12,000 rows · 3.4 MB of 10.0 MB · 1.0 s"],
  [{ ...upload, state: "failed" }, "failed · 1 row · 999 B · 1.0 s"],
  [{ ...job, state: "killed" }, "killed · 1.0 s"],
  [{ ...job, state: "success" }, "1.0 s"],
])("%j has ended", (event, state) => expect(endedLine(event, 1000).state).toBe(state));

test("a bar is as long as is known, and names stay text", () => {
  const line = { name: "<b>", state: "41 %\u0007", percent: 41.9 };
  expect(runningBundle(line)).toEqual({
    "text/html":
      '<div><progress max="100" value="41" aria-label="&lt;b&gt;"></progress> &lt;b&gt;: 41 %\\u0007</div>',
    "text/plain": "<b>: 41 %\\u0007",
  });
  expect(runningBundle({ ...line, percent: null })["text/html"]).toContain('<progress max="100" aria-label');
  expect(endedBundle(line)["text/html"]).not.toContain("progress");
});
