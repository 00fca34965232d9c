import { onProgress } from "../core/progress.ts";

const STARTED = Symbol.for("svclib.started-jobs");
const holder = globalThis as { [STARTED]?: Set<number> };

/** Keeps the ids of the jobs that this process runs or waits for, from now on. Doing it again changes nothing. */
export function watchStartedJobs(): void {
  if (holder[STARTED] !== undefined) return;
  const started = new Set<number>();
  holder[STARTED] = started;
  onProgress(({ jobId }) => {
    if (jobId !== undefined) started.add(jobId);
  });
}

/** Did this notebook start the job? */
export function isMine(job: { readonly job_id: number }): boolean {
  return holder[STARTED]?.has(job.job_id) ?? false;
}
