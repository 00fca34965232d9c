import { type InstallOptions, installKernelSpecs } from "../../kernel/kernelspec/install.ts";
import { installedKernels } from "../../kernel/kernelspec/installed-kernels.ts";
import { uninstallKernelSpecs } from "../../kernel/kernelspec/uninstall.ts";
import { print } from "../print.ts";

/** Writes the kernelspecs, says where, and which of the kernels cannot run yet. */
export function installKernels(options: InstallOptions): void {
  for (const { name, displayName, folder, lacks } of installKernelSpecs(options)) {
    print(`${name} (${displayName}): ${folder}\n`);
    if (lacks !== null) print(`${name} cannot run yet: ${lacks}\n`);
  }
}

/** Prints the kernelspecs that Jupyter finds, a line each, and why one can't start. */
export function listKernels(): void {
  const kernels = installedKernels();
  if (kernels.length === 0)
    print("no kernel of svclib is installed; install both: npx svclib kernel install\n");
  for (const { name, folder, fault } of kernels) {
    print(`${name}: ${folder}\n`);
    if (fault !== null) print(`${name} cannot start: ${fault}\n`);
  }
}

/** Removes the kernelspecs at a place, and says which. */
export function uninstallKernels(options: InstallOptions): void {
  const removed = uninstallKernelSpecs(options);
  for (const folder of removed) print(`removed ${folder}\n`);
  if (removed.length === 0)
    print("no kernel of svclib is installed there; npx svclib kernel list shows where some are\n");
}
