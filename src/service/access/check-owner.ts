import { Fault } from "../errors/fault.ts";
import type { ApiKey } from "./keys.ts";
import type { Job } from "../jobs/job.ts";

/** Whether a key may see and kill a job: administrators all jobs, others their own. */
export function ownsJob(job: Job, caller: ApiKey | null): boolean {
  return caller?.permission === "administrator" || caller?.user_name === job.userName;
}

/** @throws Fault `forbidden` when the job belongs to another user and the key is not an administrator's. */
export function checkOwner(job: Job, caller: ApiKey | null): Job {
  if (!ownsJob(job, caller)) throw new Fault("forbidden", `Job ${job.id} belongs to another user.`);
  return job;
}
