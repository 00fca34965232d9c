// This folder: svclib check, types and catalog: the statements of a TypeScript project, their errors and the types of their rows.

import { type Command, Option } from "commander";
import type { PullSettings } from "./catalog.ts";
import type { CheckSettings } from "./check.ts";
import type { TypesSettings } from "./types.ts";

/** `svclib check`, `svclib types` and `svclib catalog`. */
export function addCheckedSqlCommands(program: Command): void {
  withProject(
    program
      .command("check")
      .description(
        "Check the SQL statements in a TypeScript project against the service's tables, without running them.",
      ),
  )
    .addOption(
      new Option("--format <form>", "format of the errors (default: text, in GitHub Actions github)")
        .choices(["text", "json", "github"])
        .default(process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text", ""),
    )
    .addOption(new Option("--json", "the same as --format json").implies({ format: "json" }))
    .option("--watch", "check again when a file changes, until Ctrl-C")
    .addHelpText(
      "after",
      "\nThe exit code is 1 when a statement is wrong. Statements whose text is made at run time are counted.",
    )
    .action(async (files: string[], settings: CheckSettings) =>
      (await import("./check.ts")).check(files, settings),
    );
  withProject(
    program
      .command("types")
      .description(
        "Write the row types of the statements in a TypeScript project to svclib.d.ts, from which editors and tsc take them.",
      ),
  )
    .option("--output <file>", "file to write (default: svclib.d.ts beside tsconfig.json)")
    .option("--check", "write nothing; the exit code is 1 when the file is stale")
    .action(async (files: string[], settings: TypesSettings) =>
      (await import("./types.ts")).types(files, settings),
    );
  const catalog = program
    .command("catalog")
    .description(
      "Keep the names and types of the service's tables in a file, for svclib check and svclib types.",
    );
  catalog
    .command("pull")
    .description(
      "Write the tables and columns of the service's databases, without rows, to svclib.catalog.json.",
    )
    .argument("[databases...]", "databases to write (default: those in the file, without one all)")
    .option("--all", "write all databases, also those that the file lacks")
    .option("--output <file>", "file to write (default: svclib.catalog.json)")
    .option("--check", "write nothing; the exit code is 1 when the file is stale")
    .action(async (databases: string[], settings: PullSettings) =>
      (await import("./catalog.ts")).pullCatalogue(databases, settings),
    );
}

const withProject = (command: Command): Command =>
  command
    .argument("[files...]", "source files (default: all of the project)")
    .option("--project <path>", "a tsconfig.json, or its folder (default: the nearest one)")
    .option(
      "--catalog <file>",
      "the tables (default: the nearest svclib.catalog.json, without one the service's)",
    )
    .option("--service", "take the service's tables, also where there is a svclib.catalog.json")
    .addOption(
      new Option("--engine <name>", "engine of statements for which the code does not say it").choices([
        "presto",
        "hive",
      ]),
    )
    .option("--database <name>", "database of statements for which the code does not say it");
