import { processState } from "../core/process-state.ts";
import { visibleText } from "../core/text/visible-text.ts";
import process from "node:process";
import type { MimeBundle } from "./display/displayable.ts";
import { markNotebook } from "./notebook-jobs.ts";
import { watchProgress } from "./progress/watch-progress.ts";

export interface DisplayOptions {
  /** Id of the display, for later updates. */
  readonly displayId?: string;
  /** Replace the content of the display with this id. */
  readonly update?: boolean;
}

export interface NotebookHost {
  display(bundle: MimeBundle, options?: DisplayOptions): void;
  /** Starts work whose end the running cell waits for, and whose error is the cell's. */
  beforeEnd(work: () => Promise<void>): void;
  /** Writes `text` without a line break. */
  print(text: string, stream?: "stdout" | "stderr"): void;
  /** Sets a variable of the notebook; `type` is its TypeScript type. */
  bind(name: string, value: unknown, type: string): void;
  /** The notebook's variable of a name; null if it does not exist. */
  variable(name: string): { readonly value: unknown } | null;
}

/** Outside a notebook: text goes to the console, variables to the global object. */
const CONSOLE_HOST: NotebookHost = {
  display(bundle) {
    const text = bundle["text/plain"];
    if (typeof text === "string") console.log(text);
  },
  beforeEnd: (work) => void work(),
  print(text, stream = "stdout") {
    process[stream].write(text);
  },
  bind(name, value) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
  },
  variable: (name) =>
    Object.hasOwn(globalThis, name) ? { value: (globalThis as Record<string, unknown>)[name] } : null,
};

const state = processState("notebook-host", (): { host?: NotebookHost } => ({}));

/** The notebook that this process runs in, or the console. */
export function host(): NotebookHost {
  return state.host ?? CONSOLE_HOST;
}

export const inNotebook = (): boolean => state.host !== undefined;

/** Prints a line for the user, with control characters escaped. */
export function say(line: string, stream: "stdout" | "stderr" = "stdout"): void {
  host().print(`${visibleText(line)}\n`, stream);
}

/** Called once by the kernel's boot file: makes this process a notebook, which displays the progress of its operations. */
export function setHost(notebook: NotebookHost): void {
  if (state.host === undefined) watchProgress(host);
  state.host = notebook;
  markNotebook();
}
