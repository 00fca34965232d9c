import { isSvcError } from "../../../core/error-guards.ts";
import { isExcerpt } from "../../../core/sql/sql-excerpt.ts";
import { textField, type Content } from "../../wire/message.ts";
import { bundledUrl } from "./own-imports.ts";

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
