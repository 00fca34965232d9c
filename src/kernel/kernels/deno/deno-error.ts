import { isSvcError } from "../../../core/error-guards.ts";
import { isExcerpt } from "../../../core/sql/sql-excerpt.ts";
import { textField, type Content } from "../../wire/message.ts";
import { bundledUrl } from "./own-imports.ts";
import { hiddenCell } from "./deno-cell.ts";
import type { ErrorContent } from "../../cells/error-content.ts";

/**
 * Removes the library's stack frames from errors that it threw on purpose, and adds a traceback to thrown values without one, as frontends
 * show only the traceback.
 *
 * @param boot - URL of a module in the folder of the library's modules.
 */
export function cleanError(content: Content, boot = bundledUrl("boot")): Content {
  // Deno decodes the addresses in stacks.
  const folder = decodeURIComponent(boot.replace(/[^/]*$/, ""));
  const isOurs = (line: unknown): boolean => String(line).includes(folder);
  const ename = textField(content, "ename");
  const evalue = textField(content, "evalue");
  const traceback = content["traceback"];
  if (!Array.isArray(traceback) || traceback.join("").trim() === "") {
    // Deno's message when its code in the notebook's process fails, such as after a cell replaced JSON.stringify.
    const text = evalue === "(none)" ? "Deno could not say what was thrown" : evalue;
    return { ...content, ename, evalue: text, traceback: [`${ename}: ${text}`] };
  }
  if (!traceback.some(isOurs)) return content;
  const thrown = Object.assign(new Error(evalue), { name: ename });
  if (isSvcError(thrown))
    return { ...content, traceback: [`${ename}: ${evalue}`, ...(traceback as string[]).filter(isExcerpt)] };
  return { ...content, traceback: traceback.filter((line) => !isOurs(line)) };
}

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
