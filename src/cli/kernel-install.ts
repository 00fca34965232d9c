import { type InstallOptions, installKernelSpecs } from "../kernel/install.ts";

/** Writes the kernelspecs and says where. */
export function installKernels(options: InstallOptions): void {
  for (const { name, displayName, folder } of installKernelSpecs(options)) {
    process.stdout.write(`${name} (${displayName}): ${folder}\n`);
  }
}
