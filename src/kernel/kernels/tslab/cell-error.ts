import { format, inspect } from "node:util";
import { isQueryError, isSvcError } from "../../../core/error-guards.ts";
import { isExcerpt } from "../../../core/sql/sql-excerpt.ts";
import type { ErrorContent } from "../../cells/error-content.ts";
import { replacedHint } from "../own-globals.ts";
import { ABANDONED_CELL, errorContent, INTERRUPTED_CELL, namedContent } from "../../cells/error-content.ts";

/** Stack frames of tslab, Node and this package's kernel. */
const MACHINERY = /[\\/]node_modules[\\/]tslab[\\/]|\(?node:|[\\/]kernel[\\/]kernels[\\/]tslab[\\/]/;

/** Stack frames of this library. */
const LIBRARY = /[\\/]dist[\\/](?:chunks|core|magics)[\\/]/;

/** tslab's messages for a cell abandoned while it awaited something, and for one that was terminated. */
const STOPPED: Readonly<Record<string, ErrorContent>> = {
  "Interrupted asynchronously": ABANDONED_CELL,
  "Script execution was interrupted by `SIGINT`": INTERRUPTED_CELL,
};

/** What is written into a cell's code: a function around it, the objects that hold the variables and the last value, and what makes its variables the notebook's. */
const ADDED =
  /^\((?:async )?function\(exports, require\) \{ |(?<![\w.$])(?:exports\.|const tsLastExpr\d* = |;?__tslab__\.(?:last\.(\w+) = \1;|declare\("[^"]*", \(\) => [^,;]+(?:, [^;]+; \})?\);))/g;

/** A message of V8 that quotes code, as the user wrote the code. */
const ownMessage = (message: string): string =>
  message.replace(/(?<![\w.$])exports\.(?=[\w.$]+ is not )/g, "");

/** A stack without frames of the kernel, and its excerpt without what tslab added to the line. */
export function withoutMachinery(text: string): string {
  const lines = text.split("\n").filter((line) => !(/^\s+at /.test(line) && MACHINERY.test(line)));
  const [location = "", line = "", caret = ""] = lines;
  const at = caret.indexOf("^");
  if (location.startsWith("evalmachine.") && at >= 0) {
    const own = (code: string): string => code.replace(ADDED, "");
    lines.splice(1, 2, own(line), " ".repeat(own(line.slice(0, at)).length) + caret.slice(at));
  }
  return ownMessage(lines.join("\n"));
}

/** Converts the arguments of tslab's `console.error` to the content of an `error` message. */
export function cellError(values: readonly unknown[]): ErrorContent {
  const [first, ...rest] = values;
  if (rest.length > 0) {
    const line = format(first, ...rest);
    return { ename: "TypeScriptError", evalue: line, traceback: [line] };
  }
  if (!(first instanceof Error))
    return namedContent("Thrown", typeof first === "string" ? first : inspect(first));
  // A cell may set them to anything.
  const name = String(first.name);
  const message = ownMessage(String(first.message));
  if (Object.hasOwn(STOPPED, message)) return STOPPED[message] as ErrorContent;
  const ours = isSvcError(first);
  const traceback = ours
    ? [
        ...errorContent(first).traceback,
        ...(isQueryError(first) ? (first.stack ?? "").split("\n") : []).filter(isExcerpt),
      ]
    : withoutMachinery(inspect(first)).split("\n");
  const content = { ename: name, evalue: message, traceback };
  // Our errors without a cause are about the user's input.
  if (ours ? first.cause === undefined : !LIBRARY.test(traceback.join("\n"))) return content;
  const hint = replacedHint();
  if (hint === null) return content;
  return { ename: name, evalue: `${message}: ${hint}`, traceback: [...traceback, hint] };
}

/** Merges the errors of one cell, because tslab reports each diagnostic separately. */
export function joinErrors(errors: readonly ErrorContent[]): ErrorContent {
  const [first] = errors;
  if (!first) return errorContent(new Error("tslab rejected the cell without a reason"));
  return { ...first, traceback: errors.flatMap(({ traceback }) => traceback) };
}
