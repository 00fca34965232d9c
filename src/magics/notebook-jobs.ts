import process from "node:process";
import { onProgress } from "../core/progress.ts";
import { markProcess } from "./notebook-mark.ts";

const STARTED = Symbol.for("svclib.notebook-jobs");
const holder = globalThis as { [STARTED]?: Set<number> };

/**
 * Marks this process as a notebook: from now on the header of its queries names it, and the ids of its jobs are kept. Where Jupyter tells
 * which notebook it is, a later kernel of the same notebook has the same mark. Doing it again changes nothing.
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

/** Did this notebook start the job? By the mark in its query, else by what it published; a job that was only waited for counts too. */
export function isMine(job: { readonly job_id: number; readonly query: string }): boolean {
  const mark = process.env["SVC_NOTEBOOK"];
  const [header = ""] = /^(?:--[^\n]*\n)*/.exec(job.query) ?? [];
  return (
    (mark !== undefined && header.includes(`notebook/${mark}`)) || (holder[STARTED]?.has(job.job_id) ?? false)
  );
}
