import { isSvcError } from "../../../core/error-guards.ts";
import type { Content } from "../../wire/message.ts";
import { textField } from "../../wire/message.ts";
import { bundledUrl } from "./own-imports.ts";

const BUNDLE = bundledUrl("boot").replace(/boot\.js$/, "");

/**
 * Removes this library's own stack from an error that the library threw on purpose, and makes a traceback for a thrown value that has none:
 * frontends show the traceback only.
 */
export function cleanError(content: Content): Content {
  const ename = textField(content, "ename");
  const evalue = textField(content, "evalue");
  const traceback = content["traceback"];
  if (!Array.isArray(traceback) || traceback.join("").trim() === "") {
    // What Deno says when its own code in the notebook's process fails, such as where a cell replaced JSON.stringify.
    const text = evalue === "(none)" ? "Deno could not say what was thrown" : evalue;
    return { ...content, ename, evalue: text, traceback: [`${ename}: ${text}`] };
  }
  if (!traceback.some((line) => String(line).includes(BUNDLE))) return content;
  const thrown = Object.assign(new Error(evalue), { name: ename });
  if (isSvcError(thrown)) return { ...content, traceback: [`${ename}: ${evalue}`] };
  return { ...content, traceback: traceback.filter((line) => !String(line).includes(BUNDLE)) };
}
