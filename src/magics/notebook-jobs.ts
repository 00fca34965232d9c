import { createHash, randomUUID } from "node:crypto";
import process from "node:process";
import { processState } from "../core/process-state.ts";
import { onProgress } from "../core/progress.ts";

/** `started`: ids of this notebook's jobs; absent outside of notebooks. */
const state = processState("notebook-jobs", (): { started?: Set<number> } => ({}));

/**
 * Marks this process as a notebook: the header of its queries names it, and the ids of its jobs are recorded. If Jupyter provides the
 * notebook's path, later kernels of the notebook have the same mark. Idempotent.
 */
export function markNotebook(): void {
  if (state.started !== undefined) return;
  const started = new Set<number>();
  state.started = started;
  onProgress(({ jobId }) => {
    if (jobId !== undefined) started.add(jobId);
  });
  markProcess();
}

/** Whether this notebook started or waited for the job: by the mark in its query, else by progress events. */
export function isMine(job: { readonly job_id: number; readonly query: string }): boolean {
  const mark = process.env["SVC_NOTEBOOK"];
  const [header] = /^(?:--[^\n]*\n)*/.exec(job.query) as RegExpExecArray;
  return (
    (mark ? header.split(/\s/).includes(`notebook/${mark}`) : false) ||
    (state.started?.has(job.job_id) ?? false)
  );
}

/** Marks this process and its children with a notebook id, unless marked; later kernels get the same if Jupyter provides the path. */
export function markProcess(): void {
  const notebook = process.env["JPY_SESSION_NAME"];
  process.env["SVC_NOTEBOOK"] ??=
    notebook === undefined
      ? randomUUID().slice(0, 12)
      : // A digest, to keep the notebook's path private.
        createHash("sha256").update(notebook).digest("hex").slice(0, 12);
}
