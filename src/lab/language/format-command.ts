import type { JupyterFrontEnd } from "@jupyterlab/application";
import { Notification } from "@jupyterlab/apputils";
import type { INotebookTracker } from "@jupyterlab/notebook";
import { svcKernel } from "../svc-kernel.ts";
import { formatSql, sqlCell, type SqlCell } from "./format-sql.ts";

const COMMAND = "svclib:format-sql";
const SHOWN_MS = 8000;

/** "Format SQL" in a cell's menu and as Alt-Shift-F. One undo reverts it. */
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
      const { editor, model } = notebooks.activeCell ?? {};
      const view = editor?.editor;
      if (cell === null || view === undefined) return;
      const insert = formatted(cell);
      if (insert === null) return;
      const from = cell.line.length;
      const anchor = Math.min(view.state.selection.main.anchor, insert.length);
      // JupyterLab undoes what follows within half a second together.
      const apart = (): void => model?.sharedModel.undoManager?.stopCapturing();
      apart();
      view.dispatch({
        changes: { from, to: view.state.doc.length, insert: insert.slice(from) },
        selection: { anchor },
        userEvent: "input.format",
      });
      apart();
    },
  });
  app.commands.addKeyBinding({ command: COMMAND, keys: ["Alt Shift F"], selector: ".jp-CodeCell" });
  app.contextMenu.addItem({ command: COMMAND, selector: ".jp-CodeCell", rank: 8 });
}

/** The formatted cell; null, after notifying the user, if the formatter can't parse the query. */
function formatted(cell: SqlCell): string | null {
  try {
    return formatSql(cell);
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec((error as Error).message) ?? [];
    const above = cell.line.split("\n").length - 1;
    const position = line === undefined ? "" : ` at line ${Number(line) + above}, column ${column}`;
    const advice = "Either a bracket or a quote is open, or the formatter does not know this syntax.";
    Notification.error(`Not formatted: the query can't be read${position}. ${advice}`, {
      autoClose: SHOWN_MS,
    });
    return null;
  }
}
