import { element } from "../element.ts";

/** Browsers limit the height of elements, in pixels. */
const MAX_HEIGHT = 4_000_000;

/** Scroll bar of a grid. If all rows would exceed the browser's limit, one step is more than one row. */
export class RowScroll {
  readonly #spacer = element("div");
  readonly node = element("div", { class: "svc-grid-scroll", tabindex: "-1", "aria-hidden": "true" }, [
    this.#spacer,
  ]);
  #isSet = false;

  /** @param moved - Called with the position, 0 to 1, when the user scrolls. */
  constructor(moved: (position: number) => void) {
    this.node.addEventListener("scroll", () => {
      if (this.#isSet) return void (this.#isSet = false);
      moved(this.#range <= 0 ? 0 : this.node.scrollTop / this.#range);
    });
  }

  set shownHeight(height: number) {
    this.node.style.height = `${height}px`;
  }

  set wholeHeight(height: number) {
    this.#spacer.style.height = `${Math.min(MAX_HEIGHT, height)}px`;
  }

  /** @param position - 0 to 1. */
  set position(position: number) {
    const top = position * this.#range;
    if (Math.abs(this.node.scrollTop - top) <= 1) return;
    this.#isSet = true;
    this.node.scrollTop = top;
  }

  /** Pixels that can be scrolled. */
  get #range(): number {
    return this.#spacer.offsetHeight - this.node.clientHeight;
  }
}
