import { afterAll, beforeAll } from "@jest/globals";
import type { Browser } from "playwright-core";
import { startBrowser } from "./notebook-page.ts";
import { type JupyterLab, startJupyterLab } from "./start-jupyter-lab.ts";

/** A real JupyterLab (or Jupyter Notebook) and a browser for the tests of one file; the fields can be read within tests. */
export interface RunningLab {
  readonly lab: JupyterLab;
  readonly browser: Browser;
}

/** Starts both before the file's tests and stops them after. */
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
