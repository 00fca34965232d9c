import { textField, type Content, type Message } from "../wire/message.ts";

/** A promise as both kernels show it, unless it has a value of one line. */
const PROMISE = /^Promise \{(?: <pending>|\n)/;
export const PROMISE_HINT = "the value is a promise: write await before the call that makes it";

/** A promise that failed, with its error and the stack. An error that nothing handles is also printed when the cell ends. */
const REJECTED = /^Promise \{\s+<rejected> ([^\n]*)[^]*\n\}(?=\n?$)/;

/** A message whose printed line or value is a rejected promise, with the first line of its error only. */
export function withoutRejection(message: Message): Message {
  const { content } = message;
  const text = textShown(content);
  if (!REJECTED.test(text)) return message;
  const short = text.replace(REJECTED, "Promise { <rejected> $1 }");
  return message.withContent(
    "data" in content
      ? { ...content, data: { ...(content["data"] as Content), "text/plain": short } }
      : { ...content, text: short },
  );
}

/** Whether a printed line or a value is a promise. */
export const showsPromise = (content: Content): boolean => PROMISE.test(textShown(content));

/** The text of a printed line or of a value. */
function textShown(content: Content): string {
  const data = content["data"] as Content | undefined;
  return textField(data ?? content, data === undefined ? "text" : "text/plain");
}
