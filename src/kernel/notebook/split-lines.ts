import type { NotebookData, Output } from "./notebook-file.ts";

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
