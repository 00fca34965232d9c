import { Fault } from "../errors/fault.ts";
import type { ApiKey } from "./keys.ts";
import type { Job } from "../jobs/job.ts";

/** Whether a key may see and stop a job: administrators all of them, others their own. */
export function ownsJob(job: Job, caller: ApiKey | null): boolean {
  return caller?.permission === "administrator" || caller?.user_name === job.userName;
}

/** @throws Fault `forbidden` when the job is of another user and the key is no administrator's. */
export function checkOwner(job: Job, caller: ApiKey | null): Job {
  if (!ownsJob(job, caller)) throw new Fault("forbidden", `Job ${job.id} is of another user.`);
  return job;
}
