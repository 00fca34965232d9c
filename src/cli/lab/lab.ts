// This folder: svclib lab: JupyterLab with the kernels, examples and a service.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { bringExample, bringExamples } from "../run/bring-example.ts";
import { installKernels } from "../kernels/kernels.ts";
import { CommandError } from "../report-error.ts";
import { withoutSecrets } from "../../kernel/child/without-secrets.ts";

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

const candidates: readonly (readonly string[])[] = [
  ["jupyter-lab"],
  ["jupyter", "lab"],
  ["python3", "-m", "jupyterlab"],
  ["python", "-m", "jupyterlab"],
];

/** The command line that starts JupyterLab on this machine, or null. */
export function findJupyterLab(env: NodeJS.ProcessEnv = process.env): readonly string[] | null {
  const works = ([command, ...args]: readonly string[]): boolean =>
    spawnSync(command ?? "", [...args, "--version"], { env: withoutSecrets(env), stdio: "ignore" }).status ===
    0;
  return candidates.find(works) ?? null;
}
