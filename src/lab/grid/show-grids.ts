import type { IKernelConnection } from "@jupyterlab/services";
import type { NotebookPanel } from "@jupyterlab/notebook";
import { KernelComm } from "../comm/kernel-comm.ts";
import { svcKernel } from "../kernels.ts";
import { addStyle } from "../style.ts";
import { Grid } from "./grid.ts";
import { GridSource } from "./grid-source.ts";

const COPY = /\bsvc-grid-([0-9a-f]{32})\b/;

/**
 * Shows tables whose rows the notebook's kernel keeps as grids, in place of the table of first and last rows. That stays in the notebook as it
 * was, and is shown again where the rows are gone.
 */
export function showGrids(panel: NotebookPanel): void {
  addStyle();
  const known = new WeakSet<Element>();
  const greet = (): void => {
    const kernel = svcKernel(panel);
    if (kernel === null) return;
    // A kernel of an earlier version, or one that ends: tables stay as they are.
    const hello = (): void =>
      void KernelComm.of(kernel)
        .ask("hello")
        .catch(() => undefined);
    hello();
    kernel.connectionStatusChanged.connect((_, status) => {
      if (status === "connected") hello();
    });
    kernel.statusChanged.connect((_, status) => {
      if (status === "starting" || status === "restarting") setTimeout(hello, 1000);
    });
  };
  const greeted = new WeakSet<IKernelConnection>();
  const greetOnce = (): void => {
    const kernel = svcKernel(panel);
    if (kernel === null || greeted.has(kernel)) return;
    greeted.add(kernel);
    greet();
  };
  panel.sessionContext.kernelChanged.connect(greetOnce);
  void panel.sessionContext.ready.then(greetOnce, () => undefined);
  const look = (): void => {
    const kernel = svcKernel(panel);
    if (kernel === null) return;
    for (const table of panel.content.node.querySelectorAll<HTMLTableElement>("table.svc-table")) {
      const [, copy] = COPY.exec(table.className) ?? [];
      if (copy === undefined || known.has(table)) continue;
      known.add(table);
      void replace(table, copy, KernelComm.of(kernel));
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(panel.content.node, { childList: true, subtree: true });
  panel.disposed.connect(() => observer.disconnect());
  look();
}

async function replace(table: HTMLTableElement, copy: string, comm: KernelComm): Promise<void> {
  let grid: Grid | null = null;
  const backToTable = (): void => {
    grid?.node.remove();
    table.style.display = "";
  };
  try {
    const source = await GridSource.open(comm, copy, () => grid?.update(), backToTable);
    grid = new Grid(source);
    table.before(grid.node);
    table.style.display = "none";
    grid.update();
  } catch {
    // The kernel does not keep the rows: the notebook was opened again, or the table is an old one.
    backToTable();
  }
}
