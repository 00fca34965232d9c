import { textField, type Content } from "../wire/message.ts";

/** Content of an `error` message and of the failed reply that goes with it. */
export interface ErrorContent extends Content {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** Content of one of our errors, without a stack: the message gives what failed and what to do. */
export function errorContent(error: unknown): ErrorContent {
  return error instanceof Error
    ? namedContent(error.name, error.message)
    : namedContent("Error", String(error));
}

export function namedContent(ename: string, evalue: string): ErrorContent {
  return { ename, evalue, traceback: [`${ename}: ${evalue}`] };
}

/** End of the message about a cell that could only be stopped by restarting the real kernel. */
export const VARIABLES_LOST = "all variables are lost";

export const namedError = (name: string, message: string): Error =>
  Object.assign(new Error(message), { name });

/** Error of a stopped cell that has no error of its own. */
export const INTERRUPTED_CELL: ErrorContent = namedContent("Interrupted", "the cell was stopped");

/** Error of a stopped cell that was abandoned while it awaited something, which Node.js can't cancel. */
export const ABANDONED_CELL: ErrorContent = namedContent(
  "Interrupted",
  "the cell was stopped; its code behind a timer or a request of its own may still run, until the kernel is restarted",
);

/** Content of a failed user expression in a reply. */
export const failedValue = (error: ErrorContent): Content => ({ status: "error", ...error });

/** Content of a user expression's value in a reply. */
export const shownValue = (data: Content): Content => ({ status: "ok", data, metadata: {} });

/** The error of a failed reply that came without an `error` message. @param unknown - Message for a reply without one. */
export function errorOfReply(reply: Content, unknown: string): ErrorContent {
  const ename = textField(reply, "ename") || "Error";
  const evalue = textField(reply, "evalue") || unknown;
  const lines: unknown = reply["traceback"];
  const traceback = Array.isArray(lines) && lines.length > 0 ? lines.map(String) : [`${ename}: ${evalue}`];
  return { ename, evalue, traceback };
}
