import { visibleText } from "../core/text/visible-text.ts";
import process from "node:process";
import { markNotebook } from "./notebook-jobs.ts";
import { watchProgress } from "./progress/watch-progress.ts";

/** Under it a bundle has what outputs call metadata, such as the size of a picture. */
export const METADATA = Symbol.for("svclib.output-metadata");

/** What a front end may show, by MIME type: texts, and JSON values for the JSON types. */
export type MimeBundle = Record<string, unknown> & { readonly [METADATA]?: object };

export interface DisplayOptions {
  /** Name of the display, for later updates. */
  readonly displayId?: string;
  /** Replace what the display of that name shows. */
  readonly update?: boolean;
}

/** The notebook as magics see it. */
export interface NotebookHost {
  display(bundle: MimeBundle, options?: DisplayOptions): void;
  /** Writes `text` as it is; no line break is added. */
  print(text: string, stream?: "stdout" | "stderr"): void;
  /** Makes a variable of the notebook; `type` is its TypeScript type. */
  bind(name: string, value: unknown, type: string): void;
  /** The notebook's variable of that name; null when there is none. */
  variable(name: string): { readonly value: unknown } | null;
}

/** Outside a notebook: text to the console, variables to the global object. */
const CONSOLE_HOST: NotebookHost = {
  display(bundle) {
    const text = bundle["text/plain"];
    if (typeof text === "string") console.log(text);
  },
  print(text, stream = "stdout") {
    process[stream].write(text);
  },
  bind(name, value) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
  },
  variable: (name) =>
    Object.hasOwn(globalThis, name) ? { value: (globalThis as Record<string, unknown>)[name] } : null,
};

// One host for the process, whatever number of copies of this module it holds.
const HOST = Symbol.for("svclib.notebook-host");
const holder = globalThis as { [HOST]?: NotebookHost };

/** The notebook that this process runs in, or the console. */
export function host(): NotebookHost {
  return holder[HOST] ?? CONSOLE_HOST;
}

/** Writes a line for the person at the notebook, in which names and values can't steer a terminal. */
export function say(line: string, stream: "stdout" | "stderr" = "stdout"): void {
  host().print(`${visibleText(line)}\n`, stream);
}

/** Called once by the kernel's boot file: from here on this process is a notebook, which shows the progress of its operations. */
export function setHost(notebook: NotebookHost): void {
  if (holder[HOST] === undefined) watchProgress(host);
  holder[HOST] = notebook;
  markNotebook();
}
