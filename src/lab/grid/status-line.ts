import { element } from "../element.ts";

const SAID_MS = 4000;

/** The line of a grid that tells which rows are shown, and for some seconds what else there is to say. */
export class StatusLine {
  readonly node = element("span", { class: "svc-grid-status", role: "status", "aria-live": "polite" });
  #rows = "";
  #said: ReturnType<typeof setTimeout> | undefined;

  /** Tells which rows are shown. */
  show(rows: string): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    if (this.#said === undefined) this.node.textContent = rows;
  }

  /** Says something in place of the rows; nothing for `""`. */
  say(text: string): void {
    clearTimeout(this.#said);
    this.#said = text === "" ? undefined : setTimeout(() => this.say(""), SAID_MS);
    this.node.textContent = text === "" ? this.#rows : text;
  }
}
