import { type InstallOptions, installKernelSpecs } from "../kernel/install.ts";
import { print } from "./print.ts";

/** Writes the kernelspecs and says where. */
export function installKernels(options: InstallOptions): void {
  for (const { name, displayName, folder } of installKernelSpecs(options)) {
    print(`${name} (${displayName}): ${folder}\n`);
  }
}
