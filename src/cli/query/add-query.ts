// This folder: svclib query: one statement, its rows on standard output or in a file.

import { type Command, Option, InvalidArgumentError } from "commander";
import type { QuerySettings } from "./query-statement.ts";
import { withOutput } from "./result-output.ts";

export function addQueryCommand(program: Command): void {
  const command = program
    .command("query")
    .description("Run a statement and write its rows: a table in a terminal, CSV in a pipe.")
    .argument("[sql]", "the statement; without it and --file it is read from standard input")
    .option("-f, --file <file>", "file with the statement; - is standard input")
    .addOption(
      new Option("-e, --engine <name>", "the statement's dialect")
        .choices(["presto", "hive"])
        .default("presto"),
    )
    .option("-d, --database <name>", "database of tables without one", "sample_datasets")
    .addOption(
      parameterOption("value of {name} in the statement, as a literal: JSON, or else text; may be repeated"),
    );
  withOutput(command)
    .option("--direct", "Presto: read rows while the statement runs; it is no job then")
    .option("-q, --quiet", "show no progress")
    .addHelpText(
      "after",
      `
Ctrl-C and SIGTERM kill the statement. It is killed too when a pipe's reader ends, with --direct.
The exit code is 1 when the statement fails, 2 when the command line is not valid, 3 when the service can't be reached or refuses the key.

  svclib query "select count(*) as n from flights"
  svclib query -f daily.sql -p day=2024-01-01 -o daily.parquet
  svclib query "select * from flights" --format jsonl | jq .origin`,
    )
    .action(async (sql: string | undefined, settings: QuerySettings) =>
      (await import("./query-statement.ts")).queryStatement(sql, settings),
    );
}

/** `-p name=value`, which may be repeated: values by name, as typed. */
export const parameterOption = (description: string): Option =>
  new Option("-p, --parameter <name=value>", description)
    .argParser((text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
      const equals = text.indexOf("=");
      if (equals < 1) throw new InvalidArgumentError("--parameter is name=value, such as -p day=2024-01-01.");
      return new Map([...before, [text.slice(0, equals).trim(), text.slice(equals + 1)]]);
    })
    .default(new Map(), "none");
