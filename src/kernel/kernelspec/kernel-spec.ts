import { join } from "node:path";
import { nodePath } from "./node-path.ts";
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
