import { button, element } from "../element.ts";

/** Popup over a grid; one at a time, closed by Escape. */
export class GridPopup {
  readonly #grid: HTMLElement;
  readonly #closed: () => void;
  #node: HTMLElement | null = null;

  /** @param closed - Called when the focus returns to the grid. */
  constructor(grid: HTMLElement, closed: () => void) {
    this.#grid = grid;
    this.#closed = closed;
    grid.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#node === null) return;
      this.close();
      event.stopPropagation();
    });
  }

  get isOpen(): boolean {
    return this.#node !== null;
  }

  open(label: string, content: HTMLElement, at: Element): void {
    this.#node?.remove();
    const node = element(
      "div",
      { class: "svc-grid-menu", role: "dialog", "aria-label": label, tabindex: "-1" },
      [content, button("Close", "Close", () => this.close())],
    );
    this.#node = this.#grid.appendChild(node);
    const box = this.#grid.getBoundingClientRect();
    const { left, bottom } = at.getBoundingClientRect();
    node.style.left = `${Math.max(0, Math.min(left - box.left, box.width - node.offsetWidth - 4))}px`;
    node.style.top = `${Math.min(bottom - box.top, box.height - 40)}px`;
    // The output area clips overflow, so the popup is kept inside the grid as its content grows.
    const fit = (): void => {
      if (this.#node === node) this.#grid.style.minHeight = `${node.offsetTop + node.offsetHeight + 4}px`;
    };
    fit();
    new ResizeObserver(fit).observe(node);
    node.focus({ preventScroll: true });
  }

  close(): void {
    if (this.#node === null) return;
    this.#node.remove();
    this.#node = null;
    this.#grid.style.minHeight = "";
    this.#closed();
  }
}
