import {
  type InstallOptions,
  installKernelSpecs,
  uninstallKernelSpecs,
} from "../../kernel/kernelspec/install.ts";
import { installedKernels } from "../../kernel/kernelspec/installed-kernels.ts";
import { installLabExtension, uninstallLabExtension } from "../../kernel/kernelspec/lab-extension.ts";
import { print } from "../print.ts";
import { CommandError } from "../report-error.ts";

/**
 * Installs the kernelspecs and JupyterLab's extension, and prints their folders and which kernels cannot run yet.
 *
 * @throws CommandError when none of them can run: a list of kernels that can't start is no success.
 */
export function installKernels(options: InstallOptions): void {
  const kernels = installKernelSpecs(options);
  for (const { name, displayName, folder, lacks } of kernels) {
    print(`${name} (${displayName}): ${folder}\n`);
    if (lacks !== null) print(`${name} cannot run yet: ${lacks}\n`);
  }
  print(`JupyterLab's extension: ${installLabExtension(options)}\n`);
  if (kernels.every(({ lacks }) => lacks !== null))
    throw new CommandError("the kernels are in Jupyter's list, but none can start yet: see above what to do");
}

/** Prints the kernelspecs that Jupyter finds, one per line, with the reason if one can't start. */
export function listKernels(): void {
  const kernels = installedKernels();
  if (kernels.length === 0)
    print("no kernel of svclib is installed; install both: npx svclib kernel install\n");
  for (const { name, folder, fault } of kernels) {
    print(`${name}: ${folder}\n`);
    if (fault !== null) print(`${name} cannot start: ${fault}\n`);
  }
}

/** Removes the kernelspecs at a location, with the last of them JupyterLab's extension, and prints what was removed. */
export function uninstallKernels(options: InstallOptions): void {
  const kernels = uninstallKernelSpecs(options);
  const extension = uninstallLabExtension(options);
  const removed = extension === null ? kernels : [...kernels, extension];
  for (const folder of removed) print(`removed ${folder}\n`);
  if (removed.length === 0)
    print("no kernel of svclib is installed there; npx svclib kernel list shows where they are\n");
}
