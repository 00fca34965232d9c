import { type InstallOptions, installKernelSpecs } from "../kernel/kernelspec/install.ts";
import { print } from "./print.ts";

/** Writes the kernelspecs, says where, and which of the kernels cannot run yet. */
export function installKernels(options: InstallOptions): void {
  for (const { name, displayName, folder, lacks } of installKernelSpecs(options)) {
    print(`${name} (${displayName}): ${folder}\n`);
    if (lacks !== null) print(`${name} cannot run yet: ${lacks}\n`);
  }
}
