import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { INotebookTracker } from "@jupyterlab/notebook";
import { svcKernel } from "../kernels.ts";
import { formatSql, sqlCell, type SqlCell } from "./format-sql.ts";

const COMMAND = "svclib:format-sql";

/** "Format SQL" in the menu of a cell and as Alt-Shift-F. One undo takes it back. */
export function addFormatCommand(app: JupyterFrontEnd, notebooks: INotebookTracker): void {
  const active = (): SqlCell | null => {
    const { currentWidget, activeCell } = notebooks;
    if (currentWidget === null || activeCell === null || svcKernel(currentWidget) === null) return null;
    return sqlCell(activeCell.model.sharedModel.getSource());
  };
  app.commands.addCommand(COMMAND, {
    label: "Format SQL",
    caption: "Write the query of the cell with a clause a line",
    isEnabled: () => active() !== null,
    isVisible: () => active() !== null,
    execute: () => {
      const cell = active();
      const view = notebooks.activeCell?.editor?.editor;
      if (cell === null || view === undefined) return;
      const insert = formatSql(cell);
      const from = cell.line.length;
      const anchor = Math.min(view.state.selection.main.anchor, insert.length);
      view.dispatch({
        changes: { from, to: view.state.doc.length, insert: insert.slice(from) },
        selection: { anchor },
        userEvent: "input.format",
      });
    },
  });
  app.commands.addKeyBinding({ command: COMMAND, keys: ["Alt Shift F"], selector: ".jp-CodeCell" });
  app.contextMenu.addItem({ command: COMMAND, selector: ".jp-CodeCell", rank: 8 });
}
