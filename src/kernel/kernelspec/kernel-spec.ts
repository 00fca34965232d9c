import { join, basename, delimiter, isAbsolute } from "node:path";
import { realpathSync } from "node:fs";
import { packageRoot } from "../package-entries.ts";

export type KernelName = "tslab" | "deno";

/** Content of a kernelspec's `kernel.json`. */
export interface KernelSpec {
  readonly argv: readonly string[];
  readonly display_name: string;
  readonly language: string;
  readonly interrupt_mode: "message";
  readonly metadata: { readonly debugger: false; readonly svclib: { readonly kernel: KernelName } };
}

export const KERNEL_NAMES: readonly KernelName[] = ["tslab", "deno"];

const DISPLAY_NAMES: Readonly<Record<KernelName, string>> = {
  tslab: "TypeScript (tslab) + svclib",
  deno: "TypeScript (Deno) + svclib",
};

export const specName = (kernel: KernelName): string => `svc-${kernel}`;

/** The kernelspec of a kernel, run by the current Node.js. */
export function kernelSpec(kernel: KernelName): KernelSpec {
  const main = join(packageRoot, "dist", "kernel", "main.js");
  return {
    argv: [nodePath(), main, "--kernel", kernel, "-f", "{connection_file}"],
    display_name: DISPLAY_NAMES[kernel],
    language: "typescript",
    // Deno exits on the signal that Jupyter would send otherwise.
    interrupt_mode: "message",
    metadata: { debugger: false, svclib: { kernel } },
  };
}

/**
 * Path of the running Node.js, by its entry on PATH if there is one: package managers such as Homebrew keep that through upgrades, which
 * delete the versioned folder.
 */
export function nodePath(env: NodeJS.ProcessEnv = process.env, executable = process.execPath): string {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const paths = folders.map((folder) => join(folder, basename(executable)));
  return paths.find((path) => real(path) === real(executable)) ?? executable;
}

function real(path: string): string | null {
  try {
    // Windows and macOS ignore the case of names, and Windows also accepts short names.
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
