import type { Cell, NotebookPanel } from "@jupyterlab/notebook";
import { svcKernel } from "../kernels.ts";
import { CELL_MIME } from "./cell-language.ts";

/** Gives the code cells of a notebook their language while its kernel is one of svclib's, and their former one when it is not any more. */
export function useLanguage(panel: NotebookPanel): void {
  const watched = new WeakSet<Cell["model"]>();
  const set = ({ model }: Cell): void => {
    const ours = svcKernel(panel) !== null;
    if (ours) model.mimeType = CELL_MIME;
    else if (model.mimeType === CELL_MIME) model.mimeType = panel.content.codeMimetype;
  };
  const setAll = (): void => {
    for (const cell of panel.content.widgets) {
      if (cell.model.type !== "code") continue;
      set(cell);
      if (watched.has(cell.model)) continue;
      watched.add(cell.model);
      // JupyterLab sets it, too, when it learns what the kernel's language is.
      cell.model.mimeTypeChanged.connect(() => set(cell));
    }
  };
  panel.content.modelContentChanged.connect(setAll);
  panel.sessionContext.kernelChanged.connect(setAll);
  void panel.sessionContext.ready.then(setAll, () => undefined);
  setAll();
}
