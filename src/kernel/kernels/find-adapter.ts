import type { KernelAdapter } from "./kernel-adapter.ts";

export async function findAdapter(name: string): Promise<KernelAdapter> {
  switch (name) {
    case "tslab":
      return (await import("./tslab/tslab-kernel.ts")).tslabKernel;
    case "deno":
      return (await import("./deno/deno-kernel.ts")).denoKernel;
    default:
      throw new Error(`Unknown kernel ${name}; expected tslab or deno`);
  }
}
