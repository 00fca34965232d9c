import { type Command, Option } from "commander";
import type { KernelName } from "../kernel/kernelspec/kernel-spec.ts";

interface InstallOptions {
  user?: boolean;
  sysPrefix?: boolean;
  prefix?: string;
  kernel?: KernelName;
}

export function addKernelCommand(program: Command): void {
  const kernel = program.command("kernel").description("Manage the Jupyter kernels svc-tslab and svc-deno.");
  kernel
    .command("install")
    .description("Write the kernelspecs, so that Jupyter lists the kernels.")
    .addOption(
      new Option("--user", "into the user's Jupyter folder (the default)").conflicts(["sysPrefix", "prefix"]),
    )
    .addOption(
      new Option(
        "--sys-prefix",
        "into the Python environment that is active (VIRTUAL_ENV, CONDA_PREFIX, or that of `python3`)",
      ).conflicts("prefix"),
    )
    .option("--prefix <folder>", "into <folder>/share/jupyter/kernels")
    .addOption(new Option("--kernel <name>", "only this one (default: both)").choices(["tslab", "deno"]))
    .action(async (options: InstallOptions) => {
      const { installKernels } = await import("./kernel-install.ts");
      installKernels(options);
    });
}
