// This folder: the extension for JupyterLab, which runs in the browser and has a build of its own. Of the other parts it takes data and pure
// functions.

import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { IEditorLanguageRegistry } from "@jupyterlab/codemirror";
import { ICompletionProviderManager } from "@jupyterlab/completer";
import { INotebookTracker, type NotebookPanel } from "@jupyterlab/notebook";
import { showGrids } from "./grid/show-grids.ts";
import { cellLanguage, CELL_MIME } from "./language/cell-language.ts";
import { checkQueries } from "./language/check-queries.ts";
import { magicCompletions } from "./language/complete-magics.ts";
import { addFormatCommand } from "./language/format-command.ts";
import { useLanguage } from "./language/use-language.ts";
import { DataPanel } from "./panel/data-panel.ts";
import { addStyle } from "./style.ts";

function eachNotebook(notebooks: INotebookTracker, act: (panel: NotebookPanel) => void): void {
  notebooks.forEach(act);
  notebooks.widgetAdded.connect((_, panel) => act(panel));
}

const plugin = (
  id: string,
  description: string,
  rest: Pick<JupyterFrontEndPlugin<void>, "requires" | "activate">,
): JupyterFrontEndPlugin<void> => ({ id: `svclib:${id}`, description, autoStart: true, ...rest });

/** Each plugin can be disabled separately: `jupyter labextension disable svclib:grid`. */
export default [
  plugin("language", "Colours and formats the SQL below svclib's magics", {
    requires: [INotebookTracker, IEditorLanguageRegistry],
    activate: (app: JupyterFrontEnd, notebooks: INotebookTracker, languages: IEditorLanguageRegistry) => {
      languages.addLanguage({
        name: "svclib",
        displayName: "svclib cell",
        mime: CELL_MIME,
        support: cellLanguage(),
      });
      addFormatCommand(app, notebooks);
      eachNotebook(notebooks, useLanguage);
    },
  }),
  plugin("check", "Underlines what is wrong with a query while it is typed", {
    requires: [INotebookTracker],
    activate: (_: JupyterFrontEnd, notebooks: INotebookTracker) => eachNotebook(notebooks, checkQueries),
  }),
  plugin("completions", "Completes svclib's magics and their SQL, with help", {
    requires: [INotebookTracker, ICompletionProviderManager],
    activate: (_: JupyterFrontEnd, notebooks: INotebookTracker, manager: ICompletionProviderManager) =>
      manager.registerProvider(magicCompletions(notebooks, manager)),
  }),
  plugin("grid", "Shows tables as grids of all their rows", {
    requires: [INotebookTracker],
    activate: (_: JupyterFrontEnd, notebooks: INotebookTracker) => eachNotebook(notebooks, showGrids),
  }),
  plugin("panel", "Lists databases, tables and the notebook's jobs at the side", {
    requires: [INotebookTracker],
    activate: (app: JupyterFrontEnd, notebooks: INotebookTracker) => {
      addStyle();
      app.shell.add(new DataPanel(notebooks), "left", { rank: 900 });
    },
  }),
];
