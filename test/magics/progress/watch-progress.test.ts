import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { reportProgress } from "../../../src/core/progress.ts";
import { verbose_progress, watchProgress } from "../../../src/magics/progress/watch-progress.ts";
import type { MimeBundle } from "../../../src/magics/display/displayable.ts";
import type { DisplayOptions, NotebookHost } from "../../../src/magics/notebook-host.ts";

let clockMs = 0;
let shown: { text: unknown; html: unknown; options: DisplayOptions | undefined }[] = [];
let stop: () => void;

const host = {
  display: (bundle: MimeBundle, options?: DisplayOptions) =>
    void shown.push({ text: bundle["text/plain"], html: bundle["text/html"], options }),
} as NotebookHost;

beforeEach(() => {
  jest.useFakeTimers();
  clockMs = 100_000;
  shown = [];
  stop = watchProgress(
    () => host,
    () => clockMs,
  );
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 100) {
    clockMs += 100;
    jest.advanceTimersByTime(100);
  }
}
const job = (elapsedMs: number, state: string, more: object = {}): void =>
  reportProgress({ kind: "job", jobId: 12, engine: "presto", state, elapsedMs, ...more });
const texts = (): unknown[] => shown.map(({ text }) => text);

test("a quick query shows no progress", () => {
  job(0, "queued");
  pass(300);
  job(300, "success", { percent: 100, done: true });
  reportProgress({
    kind: "download",
    jobId: 12,
    engine: "presto",
    elapsedMs: 10,
    rows: 5,
    bytes: 99,
    done: true,
  });
  pass(10_000);
  expect(shown).toEqual([]);
});

test("a slow one has one display from the first second, updated in place", () => {
  job(0, "queued");
  pass(1000);
  job(1000, "running");
  pass(200);
  job(1200, "running", { percent: 45.6 });
  pass(1800);
  job(3000, "success", { percent: 100, done: true });
  const read = { kind: "download", jobId: 12, engine: "presto", rows: 1000, totalBytes: 2_500_000 } as const;
  reportProgress({ ...read, elapsedMs: 0, bytes: 100, percent: 1 });
  pass(1000);
  reportProgress({ ...read, elapsedMs: 1000, rows: 120_000, bytes: 2_500_000, done: true });
  expect(texts()).toEqual([
    "presto job 12: queued · 1.0 s",
    "presto job 12: running · 45 % · 2.0 s",
    "presto job 12: running · 45 % · 3.0 s",
    "presto job 12: reading 1000 rows · 100 B of 2.5 MB · 1 % · 4.0 s",
    "presto job 12: 120,000 rows · 2.5 MB · 4.0 s",
  ]);
  expect(shown.map(({ options }) => options?.update)).toEqual([false, true, true, true, true]);
  expect(new Set(shown.map(({ options }) => options?.displayId)).size).toBe(1);
  expect(shown[1]?.html).toBe(
    '<div><progress max="100" value="45" aria-label="presto job 12"></progress> presto job 12: running · 45 % · 2.0 s</div>',
  );
  pass(60_000);
  expect(shown).toHaveLength(5);
});

test("a failure ends the display", () => {
  job(1500, "running");
  pass(100);
  job(1600, "error", { percent: 100, done: true });
  expect(texts()).toEqual(["presto job 12: running · 1.5 s", "presto job 12: error · 1.6 s"]);
});

test.each([
  ["stopped", "stopped"],
  ["lost", "failed"],
])("what was unsuccessful is shown as %s, no longer as running", (jobState, state) => {
  job(1500, "running");
  job(3400, jobState, { done: true });
  reportProgress({ kind: "download", jobId: 13, engine: "hive", elapsedMs: 1000, bytes: 100, rows: 3 });
  const ended = { elapsedMs: 1200, bytes: 150, rows: 5, state, done: true } as const;
  reportProgress({ kind: "download", jobId: 13, engine: "hive", ...ended });
  reportProgress({ kind: "upload", elapsedMs: 1000, rows: 10, bytes: 1234 });
  reportProgress({ kind: "upload", elapsedMs: 2000, rows: 10, bytes: 1234, state, done: true });
  expect(texts()).toEqual([
    "presto job 12: running · 1.5 s",
    `presto job 12: ${jobState} · 1.5 s`,
    "hive job 13: reading 3 rows · 100 B · 1.0 s",
    `hive job 13: ${state} · 5 rows · 150 B · 1.0 s`,
    "upload: sending 10 rows · 1.2 kB · 1.0 s",
    `upload: ${state} · 10 rows · 1.2 kB · 1.0 s`,
  ]);
  expect(shown.at(-1)?.html).not.toContain("<progress");
  pass(10_000);
  expect(shown).toHaveLength(6);
});

test("a statement without a result is finished when no download follows", () => {
  job(1500, "running");
  job(1500, "success", { done: true });
  pass(1000);
  expect(texts()).toEqual(["presto job 12: running · 1.5 s", "presto job 12: 1.5 s"]);
});

test("elapsed time advances between events, minutes too", () => {
  job(0, "running");
  pass(65_000);
  expect(texts().at(-1)).toBe("presto job 12: running · 1 min 5 s");
  expect(shown).toHaveLength(65);
});

test("an upload", () => {
  reportProgress({ kind: "upload", elapsedMs: 1000, rows: 10, bytes: 1234, percent: 50 });
  reportProgress({
    kind: "upload",
    elapsedMs: 1100,
    rows: 20,
    bytes: 2468,
    percent: 100,
    state: "performing",
    done: true,
  });
  expect(texts()).toEqual([
    "upload: sending 10 rows · 1.2 kB · 50 % · 1.0 s",
    "upload: 20 rows · 2.5 kB · 1.0 s",
  ]);
});

test("--verbose shows the next operation from the start, and only that", () => {
  verbose_progress();
  job(0, "queued");
  job(10, "error", { done: true });
  reportProgress({ kind: "upload", elapsedMs: 0, rows: 1, bytes: 1 });
  reportProgress({ kind: "upload", elapsedMs: 5, rows: 1, bytes: 1, done: true });
  expect(texts()).toEqual(["presto job 12: queued · 0.0 s", "presto job 12: error · 0.0 s"]);
});
