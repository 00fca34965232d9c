import { type Command, Option } from "commander";
import type { InstallOptions } from "../../kernel/kernelspec/install.ts";

/** Adds the options for the location of kernelspecs. */
function withPlace(command: Command): Command {
  return command
    .addOption(
      new Option("--user", "the user's Jupyter folder (the default)").conflicts(["sysPrefix", "prefix"]),
    )
    .addOption(
      new Option(
        "--sys-prefix",
        "the Python environment that is active (VIRTUAL_ENV, CONDA_PREFIX, or that of `python3`)",
      ).conflicts("prefix"),
    )
    .option("--prefix <folder>", "<folder>/share/jupyter")
    .addOption(new Option("--kernel <name>", "only this one (default: both)").choices(["tslab", "deno"]));
}

export function addKernelCommand(program: Command): void {
  const kernel = program.command("kernel").description("Manage the Jupyter kernels svc-tslab and svc-deno.");
  withPlace(kernel.command("install"))
    .description(
      "Write the kernelspecs, so that Jupyter lists the kernels, and the extension for JupyterLab 4 and Jupyter Notebook 7.",
    )
    .action(async (options: InstallOptions) => {
      const { installKernels } = await import("./kernels.ts");
      installKernels(options);
    });
  kernel
    .command("list")
    .description("List svclib's kernelspecs that Jupyter finds, and which of them can't start.")
    .action(async () => {
      const { listKernels } = await import("./kernels.ts");
      listKernels();
    });
  withPlace(kernel.command("uninstall"))
    .description("Remove the kernelspecs, and the extension with the last of them.")
    .action(async (options: InstallOptions) => {
      const { uninstallKernels } = await import("./kernels.ts");
      uninstallKernels(options);
    });
}
