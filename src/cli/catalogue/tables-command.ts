// This folder: svclib tables and jobs: what the service has.

import type { Command } from "commander";
import { withOutput, type OutputOptions } from "../query/result-output.ts";

/** Adds `svclib tables` and `svclib databases`. */
export function addTablesCommand(program: Command): void {
  const tables = program
    .command("tables")
    .description("List the tables of a database, or of all; of one table its columns.")
    .argument("[name]", "a database, or <database>.<table>");
  withOutput(tables).action(async (name: string | undefined, options: OutputOptions) =>
    (await import("./print-tables.ts")).printTables(name, options),
  );
  const databases = program.command("databases").description("List the databases that your key may see.");
  withOutput(databases).action(async (options: OutputOptions) =>
    (await import("./print-tables.ts")).printDatabases(options),
  );
}
