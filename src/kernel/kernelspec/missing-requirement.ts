import { createRequire } from "node:module";
import { explainMissing } from "../../core/files/missing-package.ts";
import { denoVersion } from "../kernels/deno/deno-version.ts";
import { findDeno } from "../kernels/deno/find-deno.ts";
import type { KernelName } from "./kernel-spec.ts";

/** What a kernel needs on this machine, and how to get it; null if it can run. */
export function missingRequirement(kernel: KernelName): string | null {
  const { resolve } = createRequire(import.meta.url);
  try {
    resolve("zeromq");
    if (kernel === "tslab") resolve("tslab");
    else denoVersion(findDeno());
    return null;
  } catch (error) {
    return (explainMissing(error) as Error).message;
  }
}
