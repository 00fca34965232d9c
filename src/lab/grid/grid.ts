// This folder: a table that scrolls through all rows of a result, asked for page by page.

import type { RowFilter } from "../../kernel/comms/grid-request.ts";
import { element, numberOf, separatedDigits } from "../element.ts";
import { isZoned, shownText } from "../../kernel/comms/cell-text.ts";
import { ColumnHeads } from "./column-heads.ts";
import { findText } from "./find-text.ts";
import { type CellPosition, type GridSize, positionAfterKey, positionWithin } from "./grid-keys.ts";
import { columnsMenu, filterMenu, valueMenu } from "./grid-menus.ts";
import { GridPopup } from "./grid-popup.ts";
import { cellId, gridRows, cellPosition } from "./grid-rows.ts";
import type { GridSource } from "./grid-source.ts";
import { GridToolbar } from "./grid-toolbar.ts";
import { filteredBy, sortedNext } from "./next-view.ts";
import { rangeText } from "./range-text.ts";
import { RowScroll } from "./row-scroll.ts";
import { selectByDrag } from "./select-by-drag.ts";
import { StatusLine } from "./status-line.ts";

const ROW_HEIGHT = 22;
const MAX_SHOWN_ROWS = 18;
/** Further columns are hidden at first: each adds an element per row. */
const MAX_SHOWN_COLUMNS = 60;
const FIRST: CellPosition = { row: 0, column: 0 };

let grids = 0;

/** A grid over all rows of a table; only visible rows are in the DOM. Keys work as in a spreadsheet. */
export class Grid {
  readonly node: HTMLElement;
  readonly #source: GridSource;
  readonly #id = `svc-grid-${grids++}`;
  readonly #heads: ColumnHeads;
  readonly #body = element("div", { role: "rowgroup" });
  readonly #sheet: HTMLElement;
  readonly #view: HTMLElement;
  readonly #scroll: RowScroll;
  readonly #popup: GridPopup;
  readonly #status = new StatusLine();
  readonly #toolbar: GridToolbar;
  #columns: readonly number[];
  #top = 0;
  /** Pixels, less than a row, by which the wheel was turned since the last scroll. */
  #wheeled = 0;
  #focus = FIRST;
  #anchor = FIRST;
  #isFitted = false;
  #searched = "";
  /** Where the next search for the same text begins; null for the row after the focused one. */
  #searchFrom: number | null = null;

  constructor(source: GridSource) {
    this.#source = source;
    const { columns, rows } = source.file;
    this.#columns = columns.map((_, at) => at).slice(0, MAX_SHOWN_COLUMNS);
    const zones = new Set(columns.filter(isZoned).map((column) => column.zone ?? "UTC"));
    const [zone = "UTC"] = zones;
    this.#toolbar = new GridToolbar(this.#id, zones.size > 1 ? null : zone, zones.size > 0, this.#status, {
      search: (text) => void this.#find(text),
      leave: () => this.#view.focus({ preventScroll: true }),
      columns: (at) => this.#openColumns(at),
      zoneChanged: () => this.#draw(),
    });
    this.#heads = new ColumnHeads(source, {
      sort: (column, add) => this.#sort(column, add),
      menu: (column, at) => this.#openFilter(column, at),
      resized: () => this.#draw(),
    });
    this.#sheet = element("div", { class: "svc-grid-sheet" }, [
      element("div", { role: "rowgroup" }, [this.#heads.node]),
      this.#body,
    ]);
    this.#scroll = new RowScroll((place) => {
      this.#top = Math.round(place * this.#lastTop);
      this.#draw();
    });
    this.#view = element(
      "div",
      {
        class: "svc-grid-view",
        role: "grid",
        tabindex: "0",
        "aria-label": `Table of ${rows} rows and ${columns.length} columns`,
        "aria-multiselectable": "true",
        "aria-colcount": String(columns.length),
        // Here too: a shortcut's selector may be for the focused element itself.
        "data-lm-suppress-shortcuts": "true",
      },
      [this.#sheet, this.#scroll.node],
    );
    // JupyterLab's shortcuts don't apply inside the grid.
    this.node = element("div", { class: "svc-grid", "data-lm-suppress-shortcuts": "true" }, [
      this.#toolbar.node,
      this.#view,
    ]);
    this.#popup = new GridPopup(this.node, () => this.#view.focus({ preventScroll: true }));
    this.#listen();
    this.update();
    void this.#heads.summarize();
  }

  /** Renders the rows that have arrived. */
  update(): void {
    const { rows } = this.#source;
    if (!this.#isFitted && !this.#source.isSorting) this.#fit();
    this.#body.style.height = `${Math.max(1, this.#shownRows) * ROW_HEIGHT}px`;
    this.#view.setAttribute("aria-rowcount", String(rows + 1));
    this.#scroll.wholeHeight = rows * ROW_HEIGHT + this.#heads.node.offsetHeight;
    this.#top = Math.min(this.#top, this.#lastTop);
    this.#draw();
  }

  /** Sizes the columns to fit the first rows. */
  #fit(): void {
    this.#isFitted = true;
    const letters = this.#source.file.columns.map((column, at) => {
      const texts = Array.from({ length: this.#shownRows }, (_, row) => {
        const value = this.#source.value(row, at);
        return value === undefined
          ? ""
          : shownText(value, column, this.#toolbar.zone, this.#source.shape(at));
      });
      return Math.max(0, ...texts.map((text) => text.length));
    });
    this.#heads.fit(letters);
  }

  get #shownRows(): number {
    return Math.min(MAX_SHOWN_ROWS, this.#source.rows);
  }

  /** First visible row when scrolled to the end. */
  get #lastTop(): number {
    return Math.max(0, this.#source.rows - this.#shownRows);
  }

  get #size(): GridSize {
    return { rows: this.#source.rows, columns: this.#columns.length };
  }

  #scrollTo(row: number): void {
    this.#top = Math.max(0, Math.min(Math.round(row), this.#lastTop));
    this.#scroll.position = this.#lastTop === 0 ? 0 : this.#top / this.#lastTop;
    this.#draw();
  }

  #listen(): void {
    this.#sheet.addEventListener(
      "wheel",
      (event) => {
        const { deltaX, deltaY, deltaMode, shiftKey } = event;
        // At either end the notebook scrolls instead, sideways the browser.
        const isAtEnd = this.#top === (deltaY > 0 ? this.#lastTop : 0);
        if (shiftKey || Math.abs(deltaY) <= Math.abs(deltaX) || isAtEnd) return;
        event.preventDefault();
        this.#wheeled += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * ROW_HEIGHT;
        const rows = Math.trunc(this.#wheeled / ROW_HEIGHT);
        this.#wheeled -= rows * ROW_HEIGHT;
        if (rows !== 0) this.#scrollTo(this.#top + rows);
      },
      { passive: false },
    );
    this.#view.addEventListener("keydown", (event) => this.#onKey(event));
    this.#body.addEventListener("mousedown", (event) => {
      const position = cellPosition(event.target as Element);
      if (position === null) return;
      this.#focusOn(position, event.shiftKey);
      event.preventDefault();
      this.#view.focus({ preventScroll: true });
      selectByDrag(
        this.#sheet,
        this.#body,
        (to) => this.#focusOn(to, true),
        (rows, columns) => {
          const { row, column } = this.#focus;
          this.#focusOn(positionWithin({ row: row + rows, column: column + columns }, this.#size), true);
        },
      );
      // The second click re-renders the cell of the first.
      if (event.detail === 2) void this.#openValue();
    });
  }

  #onKey(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const column = this.#columns[this.#focus.column] ?? 0;
    const to = positionAfterKey(event, this.#focus, this.#size, this.#shownRows - 1);
    const far = event.ctrlKey || event.metaKey;
    if (to !== null) this.#focusOn(to, shiftKey);
    else if (far && key === "a") {
      this.#focusOn(FIRST, false);
      this.#focus = positionWithin({ row: Infinity, column: Infinity }, this.#size);
      this.#draw();
    } else if (far && key === "c") void this.#copy();
    else if (far && key === "f") this.#toolbar.focusSearch();
    else if (far) return;
    else if (key === "Enter") void this.#openValue();
    else if (key === "s" || key === "S") this.#sort(column, shiftKey);
    else if (key === "f")
      this.#openFilter(column, this.#heads.node.children[this.#focus.column] ?? this.#sheet);
    else if (key === "w" || key === "W") this.#heads.widen(column, shiftKey ? 0.5 : 2);
    else if (key === "Escape" && !this.#popup.isOpen) this.#leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Gives the focus to the notebook's cell, where JupyterLab's shortcuts apply again. */
  #leave(): void {
    const cell = this.node.closest<HTMLElement>(".jp-Cell");
    if (cell === null) this.#view.blur();
    else cell.focus({ preventScroll: true });
  }

  #focusOn(position: CellPosition, extend: boolean): void {
    this.#focus = position;
    if (!extend) this.#anchor = position;
    this.#searchFrom = null;
    if (position.row < this.#top) this.#scrollTo(position.row);
    else if (position.row >= this.#top + this.#shownRows) this.#scrollTo(position.row - this.#shownRows + 1);
    else this.#draw();
    this.#focused()?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Element of the focused cell, if visible. */
  #focused(): Element | null {
    const { row, column } = this.#focus;
    return this.#body.querySelector(`[data-row="${row}"][data-position="${column}"]`);
  }

  #draw(): void {
    const { rows, file, isSorting } = this.#source;
    const from = this.#top;
    const to = Math.min(rows, from + this.#shownRows);
    this.#source.want(from, to);
    this.#heads.draw(this.#columns, this.#source.view);
    this.#body.replaceChildren(
      ...gridRows(this.#id, {
        source: this.#source,
        from,
        to,
        columns: this.#columns,
        widths: (column) => this.#heads.width(column),
        focus: this.#focus,
        anchor: this.#anchor,
        zone: this.#toolbar.zone,
      }),
    );
    this.#view.setAttribute("aria-activedescendant", cellId(this.#id, this.#focus));
    this.#scroll.shownHeight = this.#sheet.clientHeight;
    const hidden = file.columns.length - this.#columns.length;
    const parts = [
      isSorting
        ? "working …"
        : `rows ${separatedDigits(from + 1)} to ${separatedDigits(to)} of ${separatedDigits(rows)}`,
      ...(rows < file.rows ? [`of ${separatedDigits(file.rows)}`] : []),
    ].join(" ");
    const text = hidden > 0 ? `${parts}, ${numberOf(hidden, "column")} hidden` : parts;
    this.#status.show(rows === 0 ? "no row" : text);
  }

  #sort(column: number, add: boolean): void {
    this.#source.view = sortedNext(this.#source.view, column, add);
    this.#scrollTo(0);
  }

  #filter(column: number, filter: RowFilter | null): void {
    this.#source.view = filteredBy(this.#source.view, column, filter);
    this.#focus = this.#anchor = { row: 0, column: this.#focus.column };
    this.#scrollTo(0);
  }

  #openFilter(column: number, at: Element): void {
    const close =
      <T extends unknown[]>(act: (...args: T) => void) =>
      (...args: T): void => {
        this.#popup.close();
        act(...args);
      };
    const menu = filterMenu(this.#source, column, {
      set: close((filter) => this.#filter(column, filter)),
      sort: close((descending) => {
        this.#source.view = { sort: [{ column, descending }], filters: this.#source.view.filters };
        this.#scrollTo(0);
      }),
      hide: close(() => {
        if (this.#columns.length > 1) this.#show(this.#columns.filter((one) => one !== column));
      }),
    });
    this.#popup.open(`Column ${this.#source.file.columns[column]?.name ?? ""}`, menu, at);
  }

  #show(columns: readonly number[]): void {
    this.#columns = columns;
    const { row, column } = this.#focus;
    this.#focus = this.#anchor = { row, column: Math.min(column, columns.length - 1) };
    this.#draw();
  }

  #openColumns(at: HTMLElement): void {
    const menu = columnsMenu(this.#source.file, this.#columns, (columns) => this.#show(columns));
    this.#popup.open("Columns", menu, at);
  }

  async #openValue(): Promise<void> {
    if (this.#source.rows === 0) return;
    const at = this.#columns[this.#focus.column] ?? 0;
    const column = this.#source.file.columns[at];
    try {
      const value = await this.#source.cell(this.#focus.row, at);
      const menu = valueMenu(value, column, this.#toolbar.zone);
      this.#popup.open(`Value of ${column?.name ?? ""}`, menu, this.#focused() ?? this.#body);
    } catch (error) {
      this.#status.say((error as Error).message);
    }
  }

  /** Searches from the focused row; a repeated search continues after the last hit. */
  async #find(text: string): Promise<void> {
    const { rows } = this.#source;
    const isNext = this.#searched === text;
    const from = isNext ? (this.#searchFrom ?? this.#focus.row + 1) : this.#focus.row;
    this.#searched = text;
    const isWanted = (): boolean => this.#toolbar.searched === text;
    try {
      const hit = await findText(this.#source, text, this.#columns, this.#toolbar.zone, from, (searched) => {
        if (isWanted())
          this.#status.say(`searched ${separatedDigits(searched)} of ${separatedDigits(rows)} rows …`);
        return isWanted();
      });
      if (!isWanted()) return;
      const where = from === 0 ? "table" : "rows below; Enter searches from the top";
      this.#status.say(hit === null ? `“${text}” is not in the ${where}` : "");
      if (hit === null) this.#searchFrom = 0;
      else this.#focusOn({ row: hit.row, column: Math.max(0, this.#columns.indexOf(hit.column)) }, false);
    } catch (error) {
      this.#status.say((error as Error).message);
    }
  }

  async #copy(): Promise<void> {
    try {
      const range = [this.#focus, this.#anchor] as const;
      const { text, cells } = await rangeText(this.#source, this.#columns, range, this.#toolbar.zone);
      // The clipboard API exists only on localhost and https pages.
      const clipboard = navigator.clipboard as Clipboard | undefined;
      if (clipboard === undefined) throw new Error("the browser lets only pages over https copy");
      await clipboard.writeText(text);
      this.#status.say(`${numberOf(cells, "cell")} copied`);
    } catch (error) {
      this.#status.say(`not copied: ${(error as Error).message}`);
    }
  }
}
