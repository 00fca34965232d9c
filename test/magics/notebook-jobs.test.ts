import { expect, test } from "@jest/globals";
import { reportProgress } from "../../src/core/progress.ts";
import { isMine, markNotebook, markProcess } from "../../src/magics/notebook-jobs.ts";

const job = (mark: string, job_id = 1) => ({
  job_id,
  query: `-- client: svclib/0.1.0 (node/20.20.2)${mark}\n-- read_svc_query\nselect notebook/abc from t`,
});

test("jobs with the mark of the notebook in their header", () => {
  process.env["SVC_NOTEBOOK"] = "abc";
  expect(isMine(job(" notebook/abc"))).toBe(true);
  expect(isMine(job(""))).toBe(false);
  expect(isMine(job(" notebook/abcd"))).toBe(false);
  expect(isMine(job(" notebook/xabc"))).toBe(false);
});

test.each([undefined, ""])("without a mark (%j), none of those", (mark) => {
  delete process.env["SVC_NOTEBOOK"];
  if (mark !== undefined) process.env["SVC_NOTEBOOK"] = mark;
  expect(isMine(job(" notebook/abc"))).toBe(false);
});

test("a notebook has a mark of its own, and that of its path if Jupyter tells it", () => {
  delete process.env["SVC_NOTEBOOK"];
  delete process.env["JPY_SESSION_NAME"];
  markProcess();
  expect(process.env["SVC_NOTEBOOK"]).toMatch(/^[0-9a-f-]{12}$/);
  delete process.env["SVC_NOTEBOOK"];
  process.env["JPY_SESSION_NAME"] = "/home/ana/日本.ipynb";
  markProcess();
  expect(process.env["SVC_NOTEBOOK"]).toBe("d05e063d52ba");
  process.env["JPY_SESSION_NAME"] = "other.ipynb";
  markProcess();
  expect(process.env["SVC_NOTEBOOK"]).toBe("d05e063d52ba");
});

test("jobs that the notebook waited for", () => {
  markNotebook();
  markNotebook();
  reportProgress({ kind: "job", jobId: 7, elapsedMs: 1 });
  reportProgress({ kind: "upload", elapsedMs: 1 });
  expect([isMine(job("", 7)), isMine(job("", 8))]).toEqual([true, false]);
});
