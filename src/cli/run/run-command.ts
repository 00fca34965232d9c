// This folder: svclib run: executes a notebook, and prints the cell that failed.

import { type Command, InvalidArgumentError, Option } from "commander";
import { parameterOption } from "../query/add-query.ts";
import { kernelName } from "../kernels/kernel-command.ts";
import type { RunSettings } from "./run.ts";

const seconds = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("--timeout is a number of seconds above 0.");
  return value;
};

export function addRunCommand(program: Command): void {
  program
    .command("run")
    .description(
      "Execute a notebook in the real kernel, without Jupyter or Python, and print each cell's outputs.",
    )
    .argument(
      "<notebook>",
      "an .ipynb file; if it does not exist and an example of svclib has its name, the example is copied",
    )
    .addOption(
      new Option(
        "--kernel <name>",
        "the kernel to execute it with, svc-tslab or svc-deno (default: the notebook's, else svc-tslab)",
      ).argParser(kernelName),
    )
    .option("--output <file>", "file for the executed notebook (default: none is written)")
    .option("--timeout <seconds>", "time limit for one cell", seconds, 600)
    .option("--allow-errors", "run the cells after a failed one too, and exit with 0")
    .addOption(
      parameterOption(
        "set a variable after the cell tagged parameters; the value is JSON, or else text; may be repeated",
      ),
    )
    .addHelpText(
      "after",
      "\nThe exit code is 1 when a cell fails; without --allow-errors the cells after it are not run.",
    )
    .action(async (notebook: string, settings: RunSettings) =>
      (await import("./run.ts")).run(notebook, settings),
    );
}
