import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeAllSync, renameFileSync } from "../../system/system.ts";
import { packageRoot } from "../package-entries.ts";
import { KERNEL_NAMES, specName } from "./kernel-spec.ts";
import { kernelsFolder, type KernelLocation } from "./kernels-folder.ts";

const NAME = "svclib";

const extensionFolder = (location: KernelLocation): string =>
  join(dirname(kernelsFolder(location)), "labextensions", NAME);

/**
 * Installs the extension for JupyterLab 4 and Jupyter Notebook 7; replaces an earlier one.
 *
 * @returns the folder.
 * @throws Error when the folder can't be written, or is not svclib's.
 */
export function installLabExtension(location: KernelLocation): string {
  const folder = extensionFolder(location);
  removeExtension(folder);
  const fresh = `${folder}.${process.pid}`;
  cpSync(join(packageRoot, "dist", "lab"), fresh, { recursive: true });
  renameFileSync(fresh, folder);
  return folder;
}

/**
 * Removes the extension, unless one of svclib's kernelspecs remains at the location.
 *
 * @returns the removed folder; null if there was none.
 * @throws Error when svclib did not write the folder of that name.
 */
export function uninstallLabExtension(location: KernelLocation): string | null {
  const kernels = kernelsFolder(location);
  const names = existsSync(kernels) ? readdirSync(kernels) : [];
  if (KERNEL_NAMES.some((kernel) => names.includes(specName(kernel)))) return null;
  const folder = extensionFolder(location);
  return removeExtension(folder) ? folder : null;
}

function removeExtension(folder: string): boolean {
  if (!existsSync(folder)) return false;
  if (!isOurs(folder)) throw new Error(`svclib did not write ${folder}: look at it, and remove it by hand`);
  if (!removeAllSync(folder))
    throw new Error(`another program has files in ${folder} open: end it, and try again`);
  return true;
}

function isOurs(folder: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      name?: unknown;
      jupyterlab?: unknown;
    };
    return manifest.name === NAME && typeof manifest.jupyterlab === "object";
  } catch {
    return false;
  }
}
