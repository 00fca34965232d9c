// This folder: kernelspecs and the JupyterLab extension: written, listed, removed.

import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { removeAllSync } from "../../system/system.ts";
import { packageRoot } from "../package-entries.ts";
import { readKernelSpec, missingRequirement } from "./installed-kernels.ts";
import { installLauncher } from "./launcher/launch.ts";
import { type KernelName, KERNEL_NAMES, kernelSpec, specName } from "./kernel-spec.ts";
import { kernelsFolder, type KernelLocation } from "./kernels-folder.ts";

export interface InstallOptions extends KernelLocation {
  /** Only this kernel; both if omitted. */
  readonly kernel?: KernelName;
}

export interface InstalledKernel {
  readonly name: string;
  readonly displayName: string;
  readonly folder: string;
  /** What the kernel needs on this machine, and how to get it; null if it can run. */
  readonly lacks: string | null;
}

function chosenKernels(options: InstallOptions): { kernel: KernelName; folder: string }[] {
  const kernels = options.kernel === undefined ? KERNEL_NAMES : [options.kernel];
  return kernels.map((kernel) => ({ kernel, folder: join(kernelsFolder(options), specName(kernel)) }));
}

/**
 * Writes the kernelspecs of svc-tslab and svc-deno, so that Jupyter lists them. Existing ones of these names are replaced.
 *
 * @throws Error when `sysPrefix` finds no Python environment, or the folder can't be written.
 */
export function installKernelSpecs(options: InstallOptions = {}): InstalledKernel[] {
  return chosenKernels(options).map(({ kernel, folder }) => {
    const spec = kernelSpec(kernel);
    try {
      mkdirSync(folder, { recursive: true });
      const argv = installLauncher(spec.argv, folder);
      writeFileSync(join(folder, "kernel.json"), `${JSON.stringify({ ...spec, argv }, null, 2)}\n`);
      cpSync(join(packageRoot, "dist", "kernel", "kernels", kernel, "logos"), folder, { recursive: true });
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      const elsewhere = "choose another folder with JUPYTER_DATA_DIR, or kernel install --prefix";
      throw new UsageError(`can't write to ${folder} (${code ?? message}); ${elsewhere}`, { cause });
    }
    return {
      name: specName(kernel),
      displayName: spec.display_name,
      folder,
      lacks: missingRequirement(kernel),
    };
  });
}

/** Removes the kernelspecs that {@link installKernelSpecs} wrote with the same options; running kernels go on. */
export function uninstallKernelSpecs(options: InstallOptions = {}): string[] {
  const folders = chosenKernels(options)
    .map(({ folder }) => folder)
    .filter(existsSync);
  const foreign = folders.find((folder) => readKernelSpec(folder) === null);
  if (foreign !== undefined)
    throw new Error(`svclib did not write ${foreign}: look at it, and remove it by hand`);
  for (const folder of folders)
    if (!removeAllSync(folder))
      throw new Error(`another program has files in ${folder} open: end it, and try again`);
  return folders;
}
