import type { Content } from "../wire/message.ts";
import { textField } from "../wire/message.ts";

/** Content of an `error` message and of the failed reply that goes with it. */
export interface ErrorContent extends Content {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** An error of ours: its message says what failed and what to do, so there is no stack. */
export function errorContent(error: unknown): ErrorContent {
  return error instanceof Error
    ? namedContent(error.name, error.message)
    : namedContent("Error", String(error));
}

/** The content of an error of ours that nothing throws. */
export function namedContent(ename: string, evalue: string): ErrorContent {
  return { ename, evalue, traceback: [`${ename}: ${evalue}`] };
}

/** Ends the error of a cell that could only be stopped by a restart of the real kernel. */
export const VARIABLES_LOST = "all variables are lost";

export const namedError = (name: string, message: string): Error =>
  Object.assign(new Error(message), { name });

/** The error of a cell that was stopped and has nothing more to say. */
export const INTERRUPTED_CELL: ErrorContent = namedContent("Interrupted", "the cell was stopped");

/** The same of one that was left while it awaited something: Node can't take that back. */
export const ABANDONED_CELL: ErrorContent = namedContent(
  "Interrupted",
  "the cell was stopped; its code behind a timer or a request of its own may still run, until the kernel is restarted",
);

/** The error of a failed reply that came without an `error` message. @param unknown - What to say when the reply says nothing. */
export function errorOfReply(reply: Content, unknown: string): ErrorContent {
  const ename = textField(reply, "ename") || "Error";
  const evalue = textField(reply, "evalue") || unknown;
  const given: unknown = reply["traceback"];
  const traceback = Array.isArray(given) && given.length > 0 ? given.map(String) : [`${ename}: ${evalue}`];
  return { ename, evalue, traceback };
}
