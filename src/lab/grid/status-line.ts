import { element } from "../element.ts";

const SAID_MS = 4000;

/** Status line of a grid: the visible rows, or a message for some seconds. */
export class StatusLine {
  readonly node = element("span", { class: "svc-grid-status", role: "status", "aria-live": "polite" });
  #rows = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows the range of visible rows. */
  show(rows: string): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    if (this.#timer === undefined) this.node.textContent = rows;
  }

  /** Shows a message in place of the range; `""` removes it. */
  say(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = text === "" ? undefined : setTimeout(() => this.say(""), SAID_MS);
    this.node.textContent = text === "" ? this.#rows : text;
  }
}
