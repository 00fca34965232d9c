import { type Command, Option } from "commander";
import { withOutput, type OutputOptions } from "../query/result-output.ts";
import type { JobsSettings } from "./print-jobs.ts";

export function addJobsCommand(program: Command): void {
  const jobs = program.command("jobs").description("List, show and kill jobs, and read their results.");
  const list = jobs
    .command("list", { isDefault: true })
    .description("List your latest jobs, newest first (the default).")
    .addOption(
      new Option("--status <name>", "only jobs that are in this state").choices([
        "queued",
        "running",
        "success",
        "error",
      ]),
    );
  withOutput(list).action(async (settings: JobsSettings) =>
    (await import("./print-jobs.ts")).printJobs(settings),
  );
  withOutput(jobs.command("show").description("Show one job.").argument("<id>", "the job's id")).action(
    async (id: string, options: OutputOptions) => (await import("./print-jobs.ts")).printJob(id, options),
  );
  const result = jobs
    .command("result")
    .description("Wait for a job and write its rows, as svclib query does.")
    .argument("<id>", "the job's id");
  withOutput(result).action(async (id: string, options: OutputOptions) =>
    (await import("./print-jobs.ts")).printJobResult(id, options),
  );
  jobs
    .command("kill")
    .description("Kill a job; one that has ended is not changed.")
    .argument("<id>", "the job's id")
    .action(async (id: string) => (await import("./print-jobs.ts")).endJob(id));
}
