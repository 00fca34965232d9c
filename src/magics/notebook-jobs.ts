import process from "node:process";
import { onProgress } from "../core/progress.ts";
import { markProcess } from "./notebook-mark.ts";

const STARTED = Symbol.for("svclib.notebook-jobs");
const holder = globalThis as { [STARTED]?: Set<number> };

/**
 * Marks this process as a notebook: the header of its queries names it, and the ids of its jobs are recorded. If Jupyter provides the
 * notebook's path, later kernels of the notebook have the same mark. Idempotent.
 */
export function markNotebook(): void {
  if (holder[STARTED] !== undefined) return;
  const started = new Set<number>();
  holder[STARTED] = started;
  onProgress(({ jobId }) => {
    if (jobId !== undefined) started.add(jobId);
  });
  markProcess();
}

/** Whether this notebook started or waited for the job: by the mark in its query, else by progress events. */
export function isMine(job: { readonly job_id: number; readonly query: string }): boolean {
  const mark = process.env["SVC_NOTEBOOK"];
  const [header = ""] = /^(?:--[^\n]*\n)*/.exec(job.query) ?? [];
  return (
    (mark !== undefined && header.includes(`notebook/${mark}`)) || (holder[STARTED]?.has(job.job_id) ?? false)
  );
}
