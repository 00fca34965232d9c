import { afterAll, beforeAll } from "@jest/globals";
import type { Browser } from "playwright-core";
import { NotebookPage, startBrowser } from "./notebook-page.ts";
import { type JupyterLab, startJupyterLab } from "./start-jupyter-lab.ts";

/** A real JupyterLab or Jupyter Notebook, and a browser for the tests of one file; the fields can be read within tests. */
export interface RunningLab {
  readonly lab: JupyterLab;
  readonly browser: Browser;
}

/** Starts both before the file's tests and stops them afterwards. */
export function runningLab(frontEnd?: "lab" | "notebook"): RunningLab {
  let lab: JupyterLab | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    lab = await startJupyterLab(frontEnd);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await lab?.close();
  });
  return {
    get lab() {
      return lab as JupyterLab;
    },
    get browser() {
      return browser as Browser;
    },
  };
}

/** Opens a notebook with a kernel before the tests of a block and closes it afterwards; the field can be read within tests. */
export function openedNotebook(
  running: RunningLab,
  file: string,
  kernel: "svc-tslab" | "svc-deno",
): { readonly notebook: NotebookPage } {
  let notebook: NotebookPage | undefined;
  beforeAll(async () => {
    notebook = await NotebookPage.open(running.browser, running.lab.url(file), kernel);
  });
  afterAll(async () => {
    await notebook?.page.close();
  });
  return {
    get notebook() {
      return notebook as NotebookPage;
    },
  };
}
