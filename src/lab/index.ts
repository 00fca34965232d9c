import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { IEditorLanguageRegistry } from "@jupyterlab/codemirror";
import { INotebookTracker } from "@jupyterlab/notebook";
import { cellLanguage, CELL_MIME } from "./language/cell-language.ts";
import { addFormatCommand } from "./language/format-command.ts";
import { useLanguage } from "./language/use-language.ts";

/** Cells of svclib's kernels know their language. */
const language: JupyterFrontEndPlugin<void> = {
  id: "svclib:language",
  description: "Colours and formats the SQL below svclib's magics",
  autoStart: true,
  requires: [INotebookTracker, IEditorLanguageRegistry],
  activate: (app: JupyterFrontEnd, notebooks: INotebookTracker, languages: IEditorLanguageRegistry) => {
    languages.addLanguage({
      name: "svclib",
      displayName: "svclib cell",
      mime: CELL_MIME,
      support: cellLanguage(),
    });
    addFormatCommand(app, notebooks);
    notebooks.forEach(useLanguage);
    notebooks.widgetAdded.connect((_, panel) => useLanguage(panel));
  },
};

export default [language];
