// This folder: svclib kernel: installs, lists and removes the kernels.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { InstallOptions } from "../../kernel/kernelspec/install.ts";

/** The kernel of an option: `svc-deno`, as lists show it, or `deno`. @throws InvalidArgumentError for others */
export function kernelName(text: string): "tslab" | "deno" {
  const name = text.replace(/^svc-/, "");
  if (name !== "tslab" && name !== "deno")
    throw new InvalidArgumentError("Allowed choices are svc-tslab, svc-deno.");
  return name;
}

/** Adds the options for the location of kernelspecs. */
function withPlace(command: Command): Command {
  return command
    .addOption(
      new Option("--user", "in your own Jupyter folder (the default)").conflicts(["sysPrefix", "prefix"]),
    )
    .addOption(
      new Option(
        "--sys-prefix",
        "in the active Python environment (VIRTUAL_ENV, CONDA_PREFIX, or that of `python3`)",
      ).conflicts("prefix"),
    )
    .option("--prefix <folder>", "in <folder>/share/jupyter")
    .option("--kernel <name>", "only this one, svc-tslab or svc-deno (default: both)", kernelName);
}

export function addKernelCommand(program: Command): void {
  const kernel = program.command("kernel").description("Manage the Jupyter kernels svc-tslab and svc-deno.");
  withPlace(kernel.command("install"))
    .description("Add the kernels to Jupyter, and the extension to JupyterLab 4 and Jupyter Notebook 7.")
    .action(async (options: InstallOptions) => (await import("./kernels.ts")).installKernels(options));
  kernel
    .command("list")
    .description("List the kernels of svclib that Jupyter finds, and say which can't start.")
    .action(async () => (await import("./kernels.ts")).listKernels());
  withPlace(kernel.command("uninstall"))
    .description("Remove the kernels from Jupyter, and the extension with the last one.")
    .action(async (options: InstallOptions) => (await import("./kernels.ts")).uninstallKernels(options));
}
