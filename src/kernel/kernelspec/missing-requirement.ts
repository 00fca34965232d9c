import { explainMissing } from "../../core/files/missing-package.ts";
import { resolvePackage } from "../../core/files/resolve-package.ts";
import { denoVersion } from "../kernels/deno/deno-version.ts";
import { findDeno } from "../kernels/deno/find-deno.ts";
import type { KernelName } from "./kernel-spec.ts";

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
