import type { NotebookData, Output } from "./notebook-file.ts";

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

const isSplit = (mimeType: string): boolean => mimeType.startsWith("text/") || mimeType === "image/svg+xml";

/** Outputs as a notebook file keeps them: text as a list of lines, so that versions of the file compare line by line. */
export function withSplitLines(output: Output): Output {
  if (output.output_type === "error") return output;
  if (output.output_type === "stream") return { ...output, text: lines([output.text].flat().join("")) };
  const data: NotebookData = {};
  for (const [mimeType, value] of Object.entries(output.data)) {
    data[mimeType] = typeof value === "string" && isSplit(mimeType) ? lines(value) : value;
  }
  return { ...output, data };
}
