import type { ExecutedCell } from "../../kernel/notebook/run-notebook.ts";
import { joinedText, type Output } from "../../kernel/notebook/notebook-file.ts";

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
