import { hiddenCell } from "./hidden-cell.ts";
import type { ErrorContent } from "../../cells/error-content.ts";

const PREFIX = "throw 0;\n";
const PREFIX_LINES = 1;

/** Hidden cell that reports a cell's syntax error without running it, because Deno's kernel only reports that the cell failed. */
export function syntaxCell(code: string): string {
  const url = `data:application/typescript;charset=utf-8,${encodeURIComponent(PREFIX + code)}`;
  return hiddenCell("syntax", JSON.stringify(url));
}

/**
 * Parses a module loader's message: `SyntaxError: Expression expected`, the source line with a marker below it, and
 * `at data:…:2:9`.
 *
 * @returns null if it is not a syntax error.
 */
export function syntaxError(message: string): ErrorContent | null {
  const what = /SyntaxError: (.+)/.exec(message)?.[1];
  const position = /:(\d+):(\d+)\s*$/.exec(message);
  if (what === undefined || !position) return null;
  const line = Number(position[1]) - PREFIX_LINES;
  const column = Number(position[2]);
  const source = /^\d+ \| (.*)\n/m.exec(message)?.[1];
  const evalue = `${what} (line ${line}, column ${column})`;
  const picture = source === undefined ? [] : [`  ${source}`, `  ${" ".repeat(column - 1)}^`];
  return { ename: "SyntaxError", evalue, traceback: [`SyntaxError: ${evalue}`, ...picture] };
}
