// This folder: svclib tables and jobs: what the service has.

import { type Command, Option } from "commander";
import { withOutput, type OutputOptions } from "../query/result-output.ts";
import type { JobsSettings } from "./print-catalogue.ts";

/** Adds `svclib tables` and `svclib databases`. */
export function addTablesCommand(program: Command): void {
  const tables = program
    .command("tables")
    .description("List the tables of a database, or of all; of one table its columns.")
    .argument("[name]", "a database, or <database>.<table>");
  withOutput(tables).action(async (name: string | undefined, options: OutputOptions) =>
    (await import("./print-catalogue.ts")).printTables(name, options),
  );
  const databases = program.command("databases").description("List the databases that your key may see.");
  withOutput(databases).action(async (options: OutputOptions) =>
    (await import("./print-catalogue.ts")).printDatabases(options),
  );
}

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
    (await import("./print-catalogue.ts")).printJobs(settings),
  );
  withOutput(jobs.command("show").description("Show one job.").argument("<id>", "the job's id")).action(
    async (id: string, options: OutputOptions) =>
      (await import("./print-catalogue.ts")).printJob(id, options),
  );
  const result = jobs
    .command("result")
    .description("Wait for a job and write its rows, as svclib query does.")
    .argument("<id>", "the job's id");
  withOutput(result).action(async (id: string, options: OutputOptions) =>
    (await import("./print-catalogue.ts")).printJobResult(id, options),
  );
  jobs
    .command("kill")
    .description("Kill a job; one that has ended is not changed.")
    .argument("<id>", "the job's id")
    .action(async (id: string) => (await import("./print-catalogue.ts")).endJob(id));
}
