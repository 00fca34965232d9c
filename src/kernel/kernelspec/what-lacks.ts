import { findDeno } from "../kernels/deno/find-deno.ts";
import type { KernelName } from "./kernel-spec.ts";

/** What a kernel lacks on this machine, and how to get it; null when it can run. */
export function whatLacks(kernel: KernelName): string | null {
  if (kernel !== "deno") return null;
  try {
    findDeno();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
