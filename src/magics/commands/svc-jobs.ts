import { UsageError } from "../../core/errors.ts";
import type { MagicRecord } from "../cell/magic-record.ts";
import { callProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

export const SVC_JOBS: MagicRecord = {
  name: "svc_jobs",
  kind: "line",
  summary: "Lists the account's latest jobs, newest first",
  details: [],
  positional: null,
  options: [
    { name: "mine", short: "m", help: "list only jobs that this notebook started" },
    { name: "kill", short: "k", value: "JOB_ID", help: "stop this job" },
    HELP,
  ],
  examples: ["%svc_jobs", "%svc_jobs --mine", "%svc_jobs --kill 1234"],
  translate({ switches, values, names }) {
    const kill = values.get("kill");
    if (kill !== undefined && !/^\d{1,15}$/.test(kill))
      throw new UsageError(`option --kill needs the id of a job, not '${kill}'`);
    const options = [
      ...(switches.has("mine") ? ["mine: true"] : []),
      ...(kill === undefined ? [] : [`kill: ${Number(kill)}`]),
    ];
    return callProgram(names, "svc_jobs", ...(options.length === 0 ? [] : [`{ ${options.join(", ")} }`]));
  },
};
