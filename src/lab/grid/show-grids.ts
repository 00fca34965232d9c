import type { NotebookPanel } from "@jupyterlab/notebook";
import { KernelComm } from "../comm/kernel-comm.ts";
import { element } from "../element.ts";
import { svcKernel } from "../svc-kernel.ts";
import { addStyle } from "../style.ts";
import { endProgress } from "./end-progress.ts";
import { Grid } from "./grid.ts";
import { GridSource } from "./grid-source.ts";

const TABLE = "table.svc-table";
const COPY = /\bsvc-grid-([0-9a-f]{32})\b/;

/** For each grid: restores the static table with a reason. Outputs scrolled out of view may be detached from the page. */
const ends = new WeakMap<Element, (reason: string) => void>();

/**
 * Shows tables as grids where the notebook's kernel keeps their rows. The notebook keeps the static table of first and last rows, which is
 * shown again when the rows are gone.
 */
export function showGrids(panel: NotebookPanel): void {
  addStyle();
  const elements = new WeakSet<Element>();
  const endAll = (_: KernelComm, reason: string): void => {
    for (const { node, model } of panel.content.widgets) {
      if (model.outputs !== undefined) endProgress(model.outputs, reason);
      for (const grid of node.querySelectorAll(".svc-grid"))
        ends.get(grid)?.(`${reason}: run the cell again for the grid of all rows.`);
    }
  };
  /** The kernel copies the tables it displays once the extension has contacted it. */
  const kernelComm = (): KernelComm | null => {
    const kernel = svcKernel(panel);
    if (kernel === null) return null;
    const comm = KernelComm.of(kernel);
    comm.lost.connect(endAll, panel);
    return comm;
  };
  const look = (node: Element): void => {
    const tables = [...(node.matches(TABLE) ? [node] : []), ...node.querySelectorAll(TABLE)];
    const comm = tables.length === 0 ? null : kernelComm();
    if (comm === null) return;
    for (const table of tables as HTMLTableElement[]) {
      const [, copy] = COPY.exec(table.className) ?? [];
      if (copy === undefined || elements.has(table)) continue;
      elements.add(table);
      void replace(table, copy, comm);
    }
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) look(node);
  });
  observer.observe(panel.content.node, { childList: true, subtree: true });
  panel.disposed.connect(() => observer.disconnect());
  const start = (): void => {
    kernelComm();
    look(panel.content.node);
  };
  panel.sessionContext.kernelChanged.connect(start);
  void panel.sessionContext.ready.then(start, () => undefined);
}

async function replace(table: HTMLTableElement, copy: string, comm: KernelComm): Promise<void> {
  let grid: Grid | null = null;
  const end = (reason: string): void => {
    grid?.node.replaceWith(element("div", { class: "svc-note", role: "status" }, [reason]));
    table.style.display = "";
  };
  try {
    const source = await GridSource.open(
      comm,
      copy,
      () => grid?.update(),
      ({ message }) => end(`${message}.`),
    );
    grid = new Grid(source);
    ends.set(grid.node, end);
    table.before(grid.node);
    table.style.display = "none";
    grid.update();
  } catch {
    // The kernel has no copy of the rows: the notebook was reopened, or the output is older.
  }
}
