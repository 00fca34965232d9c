import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KERNEL_NAMES, type KernelSpec, specName, type KernelName } from "./kernel-spec.ts";
import { allKernelsFolders } from "./kernels-folder.ts";
import { launchFault } from "./launcher/launch.ts";
import { explainMissing, resolvePackage } from "../../core/files/missing-package.ts";
import { denoVersion, findDeno } from "../kernels/deno/find-deno.ts";

/** One of svclib's kernelspecs that Jupyter finds. */
export interface FoundKernel {
  readonly name: string;
  readonly folder: string;
  /** Why the kernel can't start, and what to do; null if it can. */
  readonly fault: string | null;
}

/** svclib's kernelspecs in all folders that Jupyter searches, in its order. */
export function installedKernels(): FoundKernel[] {
  return allKernelsFolders().flatMap((kernels) =>
    KERNEL_NAMES.flatMap((kernel) => {
      const folder = join(kernels, specName(kernel));
      if (!existsSync(join(folder, "kernel.json"))) return [];
      const spec = readKernelSpec(folder);
      const fault =
        spec === null
          ? "kernel.json is damaged or not svclib's; install the kernels again: npx svclib kernel install"
          : (launchFault(spec.argv) ?? missingRequirement(kernel));
      return [{ name: specName(kernel), folder, fault }];
    }),
  );
}

/** The kernelspec in a folder; null if there is none by svclib. */
export function readKernelSpec(folder: string): KernelSpec | null {
  try {
    const spec = JSON.parse(readFileSync(join(folder, "kernel.json"), "utf8")) as Partial<KernelSpec> | null;
    return spec?.metadata?.svclib !== undefined && Array.isArray(spec.argv) ? (spec as KernelSpec) : null;
  } catch {
    return null;
  }
}

/** What a kernel needs on this machine, and how to get it; null if it can run. */
export function missingRequirement(kernel: KernelName): string | null {
  try {
    resolvePackage("zeromq");
    if (kernel === "tslab") resolvePackage("tslab");
    else denoVersion(findDeno());
    return null;
  } catch (error) {
    return (explainMissing(error) as Error).message;
  }
}
