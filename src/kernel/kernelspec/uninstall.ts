import { existsSync } from "node:fs";
import { removeAllSync } from "../../system/system.ts";
import { chosenKernels, type InstallOptions } from "./install.ts";
import { readKernelSpec } from "./installed-kernels.ts";

/** Removes the kernelspecs that {@link installKernelSpecs} wrote with the same options; running kernels go on. */
export function uninstallKernelSpecs(options: InstallOptions = {}): string[] {
  const there = chosenKernels(options).filter(({ folder }) => existsSync(folder));
  const foreign = there.find(({ folder }) => readKernelSpec(folder) === null);
  if (foreign !== undefined)
    throw new Error(`svclib did not write ${foreign.folder}: look at it, and remove it by hand`);
  for (const { folder } of there)
    if (!removeAllSync(folder))
      throw new Error(`another program has files in ${folder} open: end it, and try again`);
  return there.map(({ folder }) => folder);
}
