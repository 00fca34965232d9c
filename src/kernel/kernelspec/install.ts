import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findDeno } from "../kernels/deno/find-deno.ts";
import { jupyterDataDir } from "./jupyter-data-dir.ts";
import type { KernelName } from "./kernel-spec.ts";
import { KERNEL_NAMES, kernelSpec, specName } from "./kernel-spec.ts";
import { packageRoot } from "../package-entries.ts";
import { withoutSecrets } from "../without-secrets.ts";

export type { KernelName } from "./kernel-spec.ts";

/** Where kernelspecs go; the user's Jupyter folder unless one is named. */
export interface InstallOptions {
  readonly user?: boolean;
  /** Into the Python environment that is active. */
  readonly sysPrefix?: boolean;
  /** Into `<prefix>/share/jupyter/kernels`. */
  readonly prefix?: string;
  /** Only this kernel; both without it. */
  readonly kernel?: KernelName;
}

export interface InstalledKernel {
  readonly name: string;
  readonly displayName: string;
  readonly folder: string;
  /** What the kernel lacks on this machine, and how to get it; null when it can run. */
  readonly lacks: string | null;
}

/**
 * Write the kernelspecs of svc-tslab and svc-deno, so that Jupyter lists them. An earlier one of the same name is replaced.
 *
 * @throws Error when `sysPrefix` finds no Python environment, and when the folder cannot be written.
 */
export function installKernelSpecs(options: InstallOptions = {}): InstalledKernel[] {
  const kernelsDir = join(dataDir(options), "kernels");
  const kernels = options.kernel === undefined ? KERNEL_NAMES : [options.kernel];
  return kernels.map((kernel) => {
    const spec = kernelSpec(kernel);
    const folder = join(kernelsDir, specName(kernel));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "kernel.json"), `${JSON.stringify(spec, null, 2)}\n`);
    cpSync(join(packageRoot, "dist", "kernel", "kernels", kernel, "logos"), folder, { recursive: true });
    return { name: specName(kernel), displayName: spec.display_name, folder, lacks: whatLacks(kernel) };
  });
}

function whatLacks(kernel: KernelName): string | null {
  if (kernel !== "deno") return null;
  try {
    findDeno();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function dataDir({ prefix, sysPrefix }: InstallOptions): string {
  if (prefix !== undefined) return join(prefix, "share", "jupyter");
  if (sysPrefix === true) return join(pythonPrefix(), "share", "jupyter");
  return jupyterDataDir();
}

/** `sys.prefix` of the active environment. */
function pythonPrefix(): string {
  const active = process.env["VIRTUAL_ENV"] || process.env["CONDA_PREFIX"];
  if (active) return active;
  const python = process.platform === "win32" ? "python" : "python3";
  try {
    return execFileSync(python, ["-c", "import sys; print(sys.prefix)"], {
      encoding: "utf8",
      env: withoutSecrets(),
    }).trim();
  } catch (cause) {
    throw new Error(
      `--sys-prefix needs a Python environment: ${python} cannot be run; use --user or --prefix`,
      {
        cause,
      },
    );
  }
}
