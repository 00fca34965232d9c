// This folder: SQL in magic cells: colours, completion, diagnostics, formatting.

import type { Cell, NotebookPanel } from "@jupyterlab/notebook";
import { svcKernel } from "../svc-kernel.ts";
import { CELL_MIME } from "./cell-language.ts";

/** Sets the language of a notebook's code cells while its kernel is an svclib kernel, and restores it afterwards. */
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
      // JupyterLab also sets it when it receives the kernel's language.
      cell.model.mimeTypeChanged.connect(() => set(cell));
    }
  };
  panel.content.modelContentChanged.connect(setAll);
  panel.sessionContext.kernelChanged.connect(setAll);
  void panel.sessionContext.ready.then(setAll, () => undefined);
  setAll();
}
