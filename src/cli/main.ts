// This folder: the svclib command. A folder per command; each is loaded when it is called. It may use every part but lab.

import { Command, CommanderError, Option } from "commander";
import { addJobsCommand, addTablesCommand } from "./catalogue/catalogue-commands.ts";
import { addCheckedSqlCommands } from "./checked-sql/checked-sql-commands.ts";
import { addDataCommand } from "./data/data-command.ts";
import { addKeysCommand } from "./keys/keys-command.ts";
import { addKernelCommand } from "./kernels/kernel-command.ts";
import { oldNode } from "./old-node.ts";
import { addQueryCommand } from "./query/add-query.ts";
import { CommandError, exitCodeOf, reportError } from "./report-error.ts";
import { addLoginCommand } from "./login/login-command.ts";
import { addRunCommand } from "./run/run-command.ts";
import { addServeCommand } from "./serve/serve-command.ts";
import { readManifest } from "./read-manifest.ts";
import { complain, print } from "./print.ts";

/** The `svclib` command line. Actions import their modules lazily, so that `--help` is fast. */
export function createProgram(nodeVersion = process.versions.node): Command {
  const program = new Command("svclib")
    .description(
      "A hosted Presto and Hive query service in TypeScript notebooks, and a local service that speaks its protocol.",
    )
    .version(readManifest().version)
    .addOption(new Option("--debug", "print stack traces of errors"))
    .configureOutput({ writeOut: print, writeErr: complain })
    .showHelpAfterError("(svclib --help lists the commands and their options)")
    .hook("preAction", (_, command) => {
      const fault = oldNode(nodeVersion);
      if (fault !== null && command.name() !== "doctor") throw new CommandError(fault);
    });
  program.exitOverride();
  addQueryCommand(program);
  addJobsCommand(program);
  addTablesCommand(program);
  addLoginCommand(program);
  addServeCommand(program);
  addDataCommand(program);
  addKeysCommand(program);
  addKernelCommand(program);
  addRunCommand(program);
  addCheckedSqlCommands(program);
  program
    .command("export")
    .description(
      "Export a notebook as a TypeScript file that does the same, with magics replaced by their code.",
    )
    .argument("<notebook>", "an .ipynb file of either kernel")
    .option(
      "--output <file>",
      "file to write (default: the notebook's name with .mts; an existing file is not overwritten)",
    )
    .addHelpText("after", "\nThe first line of the file says how to run it.")
    .action(async (notebook: string, options: { output?: string }) =>
      (await import("./export.ts")).exportNotebook(notebook, options),
    );
  program
    .command("lab")
    .description("Start the local service if none is configured, install the kernels, and open JupyterLab.")
    .argument(
      "[notebook]",
      "notebook to open; if it does not exist and an example of svclib has its name, the example is copied. Without it the folder is shown; if that has no notebooks, all examples are copied to svclib-examples",
    )
    .argument(
      "[options...]",
      "after --, options for JupyterLab: svclib lab -- --no-browser --port 8899 --ip 127.0.0.1",
    )
    .action(async (...[first, rest]: [string | undefined, string[]]) => {
      // Commander counts what is behind -- as arguments too.
      const [notebook, options] = first?.startsWith("-") ? [undefined, [first, ...rest]] : [first, rest];
      await (await import("./lab/lab.ts")).lab(notebook, options);
    });
  program
    .command("doctor")
    .description(
      "Show what is installed, which kernels and which service are used, and how to fix each problem.",
    )
    .addHelpText(
      "after",
      "\nIt changes none of your files and shows no key. The exit code is 1 when something does not work.",
    )
    .option(
      "--self-test",
      "also test files, pipes, kernels, Stop and a killed service on this machine, and print the results; takes some minutes",
    )
    .action(async ({ selfTest }: { selfTest?: boolean }) =>
      selfTest === true
        ? (await import("./doctor/self-test.ts")).selfTest()
        : (await import("./doctor/doctor.ts")).doctor(),
    );
  program.addHelpText(
    "after",
    `
Environment:
  SVC_API_KEY      API key of the service
  SVC_API_SERVER   address of the service's API; without it your local service is used
  SVC_PROFILE      name of an account that svclib login keeps, instead of the two
  SVC_PRESTO_API   address of the statement protocol, where it can't be derived from SVC_API_SERVER
  SVC_HOME         folder of the local service's data (default ~/.svclib)
  SVC_DENO         the Deno executable that the svc-deno kernel starts
  SVC_DEBUG        1: a line on standard error for each request, without the key
  SVC_ALLOW_HTTP   hosts, separated by commas, that may be reached by plain http

Exit codes:
  0    done
  1    it failed
  2    the command line, a setting or a file's name is not valid
  3    the service can't be reached, is too busy, or refuses the key
  130  stopped by Ctrl-C (143 by SIGTERM)`,
  );
  return program;
}

/** Runs one command and sets the process's exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  // A write's own callback gets the error.
  process.stdout.on("error", () => undefined);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    // The reader of a pipe has what it wants, such as head.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return;
    // Commander has reported its own.
    if (!(error instanceof CommanderError))
      reportError(error, { debug: program.opts<{ debug?: boolean }>().debug === true });
    process.exitCode = exitCodeOf(error);
  }
}
