import type { Message } from "../wire/message.ts";
import type { NotebookData, Output } from "./notebook-file.ts";

type Displayed = Extract<Output, { data: NotebookData }>;

/** Displays of all cells by their id, so that later cells can update them. */
export type DisplayIds = Map<string, Displayed[]>;

/** Collects a cell's messages as the outputs of a notebook file. */
export class OutputList {
  readonly outputs: Output[] = [];
  readonly #displays: DisplayIds;
  #clearNext = false;

  constructor(displays: DisplayIds) {
    this.#displays = displays;
  }

  add(message: Message): void {
    const { content } = message;
    switch (message.type) {
      case "stream":
        return this.#stream(content as { name: string; text: string });
      case "display_data":
      case "execute_result":
        return this.#display(message.type, content as unknown as Displayed & Transient);
      case "update_display_data":
        return this.#update(content as unknown as Displayed & Transient);
      case "error": {
        const { ename, evalue, traceback } = content as {
          ename: string;
          evalue: string;
          traceback: string[];
        };
        return this.#push({ output_type: "error", ename, evalue, traceback });
      }
      case "clear_output":
        this.#clearNext = true;
        if (content["wait"] !== true) this.#clear();
    }
  }

  #stream({ name, text }: { name: string; text: string }): void {
    const last = this.outputs.at(-1);
    if (!this.#clearNext && last?.output_type === "stream" && last.name === name)
      last.text = `${last.text as string}${text}`;
    else this.#push({ output_type: "stream", name, text });
  }

  #display(type: Displayed["output_type"], content: Displayed & Transient): void {
    const { data, metadata = {} } = content;
    const output: Displayed =
      type === "execute_result"
        ? {
            output_type: type,
            execution_count: (content as { execution_count?: number }).execution_count ?? null,
            data,
            metadata,
          }
        : { output_type: type, data, metadata };
    this.#push(output);
    const id = content.transient?.display_id;
    if (id !== undefined) this.#displays.set(id, [...(this.#displays.get(id) ?? []), output]);
  }

  #update({ data, metadata = {}, transient }: Displayed & Transient): void {
    for (const output of this.#displays.get(transient?.display_id ?? "") ?? [])
      Object.assign(output, { data, metadata });
  }

  #push(output: Output): void {
    this.#clear();
    this.outputs.push(output);
  }

  #clear(): void {
    if (this.#clearNext) this.outputs.length = 0;
    this.#clearNext = false;
  }
}

interface Transient {
  readonly transient?: { readonly display_id?: string };
}

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

const isSplit = (mimeType: string): boolean => mimeType.startsWith("text/") || mimeType === "image/svg+xml";

/** Converts an output to the form of notebook files: text as a list of lines, which gives readable diffs. */
export function withSplitLines(output: Output): Output {
  if (output.output_type === "error") return output;
  if (output.output_type === "stream") return { ...output, text: lines([output.text].flat().join("")) };
  const data: NotebookData = {};
  for (const [mimeType, value] of Object.entries(output.data))
    data[mimeType] = typeof value === "string" && isSplit(mimeType) ? lines(value) : value;
  return { ...output, data };
}
