import { button, element, onEnter } from "../element.ts";
import { checkZone } from "../../kernel/comms/cell-text.ts";
import type { StatusLine } from "./status-line.ts";

export interface ToolbarActions {
  search(text: string): void;
  /** Moves the focus back to the cells. */
  leave(): void;
  columns(at: HTMLElement): void;
  zoneChanged(): void;
}

/** Toolbar of a grid: search, time zone, column list and status line. */
export class GridToolbar {
  readonly node: HTMLElement;
  readonly #search = element("input", {
    type: "search",
    placeholder: "Search",
    "aria-label": "Search the table",
  });
  readonly #zoneInput: HTMLInputElement;
  #zone: string | null;

  /** @param zone - Null for each column's own. */
  constructor(
    id: string,
    zone: string | null,
    hasZone: boolean,
    status: StatusLine,
    actions: ToolbarActions,
  ) {
    this.#zone = zone;
    this.#zoneInput = element("input", {
      list: `${id}-zones`,
      size: "16",
      "aria-label": "Time zone of dates",
      title: "Time zone of dates",
      placeholder: "each its own zone",
    });
    this.#zoneInput.value = zone ?? "";
    const zones = element(
      "datalist",
      { id: `${id}-zones` },
      ["UTC", ...Intl.supportedValuesOf("timeZone")].map((name) => element("option", { value: name })),
    );
    this.node = element("div", { class: "svc-grid-bar", role: "toolbar", "aria-label": "Table" }, [
      this.#search,
      ...(hasZone ? [this.#zoneInput, zones] : []),
      button("☰", "Columns", ({ currentTarget }) => actions.columns(currentTarget as HTMLElement)),
      status.node,
    ]);
    onEnter(this.#search, () => {
      if (this.searched !== "") actions.search(this.searched);
    });
    this.#search.addEventListener("keydown", ({ key, isComposing }) => {
      if (key === "Escape" && !isComposing) actions.leave();
    });
    // A field that loses the focus takes what was typed.
    onEnter(this.#zoneInput, () => actions.leave());
    this.#zoneInput.addEventListener("change", () => {
      const zone = this.#zoneInput.value;
      try {
        if (zone !== "") checkZone(zone);
        this.#zone = zone || null;
        status.say("");
      } catch (error) {
        status.say((error as RangeError).message);
      }
      this.#zoneInput.value = this.#zone ?? "";
      actions.zoneChanged();
    });
  }

  get searched(): string {
    return this.#search.value;
  }

  get zone(): string | null {
    return this.#zone;
  }

  focusSearch(): void {
    this.#search.focus();
  }
}
