import { button, element } from "../element.ts";
import { cellText, isNumberColumn } from "../../kernel/comms/cell-text.ts";
import type { ColumnSummary, GridColumn, GridView } from "../../kernel/comms/grid-request.ts";
import type { GridSource } from "./grid-source.ts";

export interface HeadActions {
  /** @param add - Adds the column to the current sort order. */
  sort(column: number, add: boolean): void;
  menu(column: number, at: HTMLElement): void;
  resized(): void;
}

const typeOf = ({ type, kind }: GridColumn): string =>
  type ?? (kind === "integer" || kind === "float" ? "number" : kind);

const MIN_WIDTH = 40;
/** Until the grid is on the page. */
const DIGIT_WIDTH = 7.5;
const MAX_INITIAL_WIDTH = 260;
const MAX_FITTED_WIDTH = 480;

/** Column heads of a grid: name, type, null count, histogram, sort order and a resize handle. */
export class ColumnHeads {
  readonly node = element("div", { class: "svc-grid-head", role: "row", "aria-rowindex": "1" });
  readonly #source: GridSource;
  readonly #actions: HeadActions;
  readonly #widths: number[];
  readonly #summaries = new Map<number, ColumnSummary>();
  /** Updates only what the summary changes, so that a click in progress is not lost. */
  readonly #abouts = new Map<number, HTMLElement>();
  #drawn = "";

  constructor(source: GridSource, actions: HeadActions) {
    this.#source = source;
    this.#actions = actions;
    this.#widths = source.file.columns.map((column) => {
      const { name, kind } = column;
      const letters = Math.max(
        name.length + 5,
        Math.min(20, typeOf(column).length),
        kind === "date" ? 11 : isNumberColumn(column) ? 9 : 8,
      );
      return Math.min(MAX_INITIAL_WIDTH, 16 + letters * DIGIT_WIDTH);
    });
  }

  /** Widens columns to fit numbers of characters. */
  fit(letters: readonly number[]): void {
    const probe = element("div", { class: "svc-grid-digit" });
    this.node.append(probe);
    const digit = probe.getBoundingClientRect().width || DIGIT_WIDTH;
    probe.remove();
    for (const [column, count] of letters.entries())
      this.#widths[column] = Math.max(this.width(column), Math.min(MAX_FITTED_WIDTH, 16 + count * digit));
  }

  width(column: number): number {
    return this.#widths[column] ?? MIN_WIDTH;
  }

  widen(column: number, factor: number): void {
    this.#widths[column] = Math.max(MIN_WIDTH, factor * this.width(column));
    this.#actions.resized();
  }

  draw(columns: readonly number[], view: GridView): void {
    const state = JSON.stringify([columns, view, this.#widths]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    this.node.replaceChildren(...columns.map((column, index) => this.#head(column, index, view)));
  }

  /** Summarizes the columns one after the other. */
  async summarize(): Promise<void> {
    for (const column of this.#source.file.columns.keys()) {
      try {
        this.#summaries.set(column, await this.#source.summary(column));
      } catch {
        // The rows fail in the same way, and report it.
        return;
      }
      this.#fillAbout(column);
    }
  }

  /** Type, null count and histogram of the column. */
  #fillAbout(column: number): void {
    const summary = this.#summaries.get(column);
    const nulls = summary === undefined || summary.nulls === 0 ? "" : ` · ${summary.nulls} null`;
    const type = typeOf(this.#source.file.columns[column] as GridColumn);
    this.#abouts
      .get(column)
      ?.replaceChildren(
        element("div", { class: "svc-grid-type" }, [`${type}${nulls}`]),
        bars(summary, this.#source.file.columns[column] as GridColumn),
      );
  }

  #head(column: number, index: number, view: GridView): HTMLElement {
    const { name } = this.#source.file.columns[column] as GridColumn;
    const key = view.sort.findIndex((one) => one.column === column);
    const descending = view.sort[key]?.descending === true;
    const sorted = key < 0 ? "none" : descending ? "descending" : "ascending";
    const arrow = key < 0 ? "" : `${descending ? "▼" : "▲"}${view.sort.length > 1 ? key + 1 : ""}`;
    const isFiltered = view.filters.some((one) => one.column === column);
    const label = element("div", { class: "svc-grid-name", title: name }, [
      element("span", {}, [name]),
      element("span", { "aria-hidden": "true" }, [arrow]),
    ]);
    label.addEventListener("click", (event) => this.#actions.sort(column, event.shiftKey));
    const menu = button(isFiltered ? "▾●" : "▾", `Filter, sort or hide ${name}`, (event) => {
      event.stopPropagation();
      this.#actions.menu(column, head);
    });
    menu.tabIndex = -1;
    label.append(menu);
    const about = element("div");
    this.#abouts.set(column, about);
    this.#fillAbout(column);
    const head = element(
      "div",
      {
        class: "svc-grid-column",
        role: "columnheader",
        "aria-label": `${name}, ${typeOf(this.#source.file.columns[column] as GridColumn)}`,
        "aria-sort": sorted,
        "aria-colindex": String(index + 1),
      },
      [label, about, this.#grip(column)],
    );
    head.style.width = `${this.width(column)}px`;
    return head;
  }

  #grip(column: number): HTMLElement {
    const grip = element("div", {
      class: "svc-grid-grip",
      "aria-hidden": "true",
      title: "Drag for the width; a double click doubles it",
    });
    grip.addEventListener("pointerdown", (event) => {
      const from = event.clientX - this.width(column);
      grip.setPointerCapture(event.pointerId);
      grip.onpointermove = (moved) => {
        this.#widths[column] = Math.max(MIN_WIDTH, moved.clientX - from);
        this.#actions.resized();
      };
      const end = (): void => void (grip.onpointermove = null);
      grip.addEventListener("pointerup", end, { once: true });
      grip.addEventListener("pointercancel", end, { once: true });
      event.preventDefault();
    });
    grip.addEventListener("dblclick", () => this.widen(column, 2));
    return grip;
  }
}

function bars(summary: ColumnSummary | undefined, column: GridColumn): HTMLElement {
  const counts =
    summary === undefined
      ? []
      : summary.bars.length > 0
        ? summary.bars
        : summary.top.map(([, count]) => count);
  const most = Math.max(1, ...counts);
  const texts = counts.map((count) => {
    const bar = element("i");
    bar.style.height = `${Math.round((count / most) * 20)}px`;
    return bar;
  });
  const frequent = summary?.top.slice(0, 3).map(([value, count]) => `${value} (${count})`) ?? [];
  const ends = [summary?.least ?? null, summary?.most ?? null].map((end) => cellText(end, column, "UTC"));
  const range = summary?.least == null ? "" : ends.join(" to ");
  return element(
    "div",
    { class: "svc-grid-bars", role: "img", "aria-label": `distribution ${range || frequent.join(", ")}` },
    texts,
  );
}
