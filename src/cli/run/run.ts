import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { checkFile, replaceFile } from "../../core/files/replace-file.ts";
import { type KernelName, specName } from "../../kernel/kernelspec/kernel-spec.ts";
import { notebookText, readNotebook, joinedText, type Output } from "../../kernel/notebook/notebook-file.ts";
import { withParameters } from "../../kernel/notebook/with-parameters.ts";
import { runNotebook, type ExecutedCell } from "../../kernel/notebook/run-notebook.ts";
import { bringExample } from "./bring-example.ts";
import { CommandError } from "../report-error.ts";
import { print } from "../print.ts";

export interface RunSettings {
  /** Default: the one that the notebook names, else svc-tslab. */
  readonly kernel?: KernelName;
  readonly output?: string;
  /** Time limit per cell, in seconds. */
  readonly timeout: number;
  /** Whether to continue after a failing cell. */
  readonly allowErrors?: boolean;
  /** Values by name, as typed. */
  readonly parameter: ReadonlyMap<string, string>;
}

/** Executes a notebook in its folder and prints cells as they run. @throws CommandError at the first failing cell. */
export async function run(path: string, settings: RunSettings): Promise<void> {
  const { output, timeout, allowErrors = false, parameter } = settings;
  bringExample(path);
  const notebook = withParameters(await readNotebook(path), parameter);
  const { name } = (notebook.metadata["kernelspec"] ?? {}) as { name?: unknown };
  const { kernel = name === specName("deno") ? "deno" : "tslab" } = settings;
  if (output !== undefined) await checkFile(output);
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort(new CommandError(`${path}: stopped`, 130));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  let cells = 0;
  const { notebook: executed, failed } = await runNotebook(notebook, {
    kernel,
    cwd: dirname(resolve(path)),
    cellTimeoutMs: timeout * 1000,
    allowErrors,
    signal: interrupted.signal,
    onStart: (_index, source) => print(sourceText(source, ++cells)),
    onCell: (cell) => print(resultText(cell)),
  });
  if (output !== undefined) await replaceFile(output, (part) => writeFile(part, notebookText(executed)));
  if (failed) {
    const { ename, evalue } = failed.error ?? { ename: "Error", evalue: "" };
    throw new CommandError(`${path}: code cell ${cells} failed: ${ename}: ${evalue.split("\n")[0]}`);
  }
}

const indent = (text: string, prefix: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `${prefix}${line}`.trimEnd())
    .join("\n");

/** An output as text for a terminal, with the names of its richer formats. */
function outputText(output: Output): string {
  switch (output.output_type) {
    case "stream":
      return joinedText(output.text);
    case "error":
      return output.traceback.length > 0 ? output.traceback.join("\n") : `${output.ename}: ${output.evalue}`;
    case "display_data":
    case "execute_result": {
      const plain = output.data["text/plain"];
      const others = Object.keys(output.data).filter((type) => type !== "text/plain");
      const text =
        typeof plain === "string" || Array.isArray(plain) ? joinedText(plain as string | string[]) : "";
      return others.length > 0 ? `${text.trimEnd()}\n(also as ${others.join(", ")})` : text;
    }
  }
}

/** A cell's source, printed before it runs, to show what is running. */
export function sourceText(source: string, number: number): string {
  return `\n${indent(source, "  | ").replace("  |", `[${number}]`.padStart(3))}\n`;
}

export function resultText({ outputs, elapsedMs }: ExecutedCell): string {
  const texts = outputs.map((output) => `${indent(outputText(output), "    ")}\n`).join("");
  return `${texts}    (${(elapsedMs / 1000).toFixed(2)} s)\n`;
}
