import { visibleText } from "../core/text/visible-text.ts";

/** Writes to stdout, with escaped control characters: data, file names and errors can't control the terminal. */
export function print(text: string): void {
  process.stdout.write(visibleText(text));
}

/** {@link print} to stderr. */
export function complain(text: string): void {
  process.stderr.write(visibleText(text));
}
