import type { IKernelConnection } from "@jupyterlab/services";
import type { NotebookPanel } from "@jupyterlab/notebook";

const NAMES = new Set(["svc-tslab", "svc-deno"]);

/** The notebook's kernel if it is an svclib kernel; otherwise null. */
export function svcKernel(panel: NotebookPanel): IKernelConnection | null {
  const kernel = panel.sessionContext.session?.kernel ?? null;
  return kernel !== null && NAMES.has(kernel.name) ? kernel : null;
}
