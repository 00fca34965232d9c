import type { IKernelConnection } from "@jupyterlab/services";
import type { NotebookPanel } from "@jupyterlab/notebook";

const NAMES = new Set(["svc-tslab", "svc-deno"]);

/** The kernel of a notebook where it is one of svclib's; null for all others. */
export function svcKernel(panel: NotebookPanel): IKernelConnection | null {
  const kernel = panel.sessionContext.session?.kernel ?? null;
  return kernel !== null && NAMES.has(kernel.name) ? kernel : null;
}
