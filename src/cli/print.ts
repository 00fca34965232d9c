import { visibleText } from "../core/text/visible-text.ts";

/** Writes to the terminal. What comes from data, names of files and errors can't steer it. */
export function print(text: string): void {
  process.stdout.write(visibleText(text));
}

/** The same on stderr. */
export function complain(text: string): void {
  process.stderr.write(visibleText(text));
}
