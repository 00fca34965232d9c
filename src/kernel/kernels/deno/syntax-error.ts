import type { ErrorContent } from "../../cells/error-content.ts";

const PREFIX = "throw 0;\n";
const PREFIX_LINES = 1;

/** Hidden cell that says what is wrong with the syntax of a cell: Deno's kernel says only that it failed. The cell is not run again. */
export function syntaxCell(code: string): string {
  const url = `data:application/typescript;charset=utf-8,${encodeURIComponent(PREFIX + code)}`;
  return `await globalThis[Symbol.for("svclib")].syntax(${JSON.stringify(url)}); 0`;
}

/**
 * Reads a module loader's message, such as `SyntaxError: Expression expected`, the line with a mark below it, and
 * `at data:…:2:9`.
 *
 * @returns null for a message that is no syntax error.
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
