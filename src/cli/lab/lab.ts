// This folder: svclib lab: JupyterLab with the kernels, examples and a service.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { bringExample, bringExamples } from "../run/bring-example.ts";
import { findJupyterLab } from "./find-jupyter-lab.ts";
import { installKernels } from "../kernels/kernels.ts";
import { CommandError } from "../report-error.ts";

/**
 * Installs the kernels for the user and runs JupyterLab until it exits. The kernels start the shared local service if no other is
 * configured.
 *
 * @param options - More options for JupyterLab, such as `--no-browser`.
 * @throws CommandError with instructions if JupyterLab is not installed, or no kernel can run.
 */
export async function lab(notebook?: string, options: readonly string[] = []): Promise<void> {
  installKernels({ user: true });
  const command = findJupyterLab();
  if (!command)
    throw new CommandError(
      "The kernels are installed, but JupyterLab is not on this machine: get it with `pip install jupyterlab`, then run this again.",
    );
  if (notebook === undefined) bringExamples(process.cwd());
  else bringExample(notebook);
  const [program = "", ...args] = command;
  const opened = notebook === undefined ? [] : [notebook];
  const child = spawn(program, [...args, ...options, ...opened], { stdio: "inherit" });
  // JupyterLab shares the terminal and handles Ctrl-C itself, with a confirmation.
  process.on("SIGINT", () => undefined);
  process.once("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new CommandError("", code ?? 1);
}
