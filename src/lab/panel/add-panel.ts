import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { INotebookTracker } from "@jupyterlab/notebook";
import { addStyle } from "../style.ts";
import { DataPanel } from "./data-panel.ts";

/** Adds the panel of databases, tables and jobs to the left sidebar. */
export function addPanel(app: JupyterFrontEnd, notebooks: INotebookTracker): void {
  addStyle();
  app.shell.add(new DataPanel(notebooks), "left", { rank: 900 });
}
