import { button, element } from "../element.ts";
import { cellText, dateText, isNumeric, isZoned, shownText } from "./cell-text.ts";
import { ColumnHeads } from "./column-heads.ts";
import { filterMenu, valueMenu } from "./grid-menus.ts";
import type { GridSource, RowFilter } from "./grid-source.ts";

const ROW_HEIGHT = 22;
const MAX_SHOWN_ROWS = 18;
/** Browsers end longer elements. */
const MAX_SCROLL = 4_000_000;
const MAX_COPIED_CELLS = 200_000;
/** Columns behind these are hidden at first: each costs an element a row. */
const MAX_SHOWN_COLUMNS = 60;

interface Place {
  readonly row: number;
  readonly column: number;
}

let grids = 0;
const number = (value: number): string => value.toLocaleString("en-US");

/** A table with all its rows, of which those in sight are elements. The keyboard is that of a spreadsheet. */
export class Grid {
  readonly node: HTMLElement;
  readonly #source: GridSource;
  readonly #id = `svc-grid-${grids++}`;
  readonly #heads: ColumnHeads;
  readonly #viewNode: HTMLElement;
  readonly #sheet: HTMLElement;
  readonly #body: HTMLElement;
  readonly #scroll: HTMLElement;
  readonly #spacer: HTMLElement;
  readonly #status: HTMLElement;
  readonly #search: HTMLInputElement;
  readonly #zone: HTMLInputElement;
  #columns: number[];
  #top = 0;
  #focus: Place = { row: 0, column: 0 };
  #anchor: Place = { row: 0, column: 0 };
  #menu: HTMLElement | null = null;
  #drawn = false;
  #isFitted = false;
  #zoneName = "UTC";

  constructor(source: GridSource) {
    this.#source = source;
    const { columns, rows } = source.file;
    this.#columns = columns.map((_, at) => at).slice(0, MAX_SHOWN_COLUMNS);
    this.#zoneName = columns.find(({ zone }) => zone !== null)?.zone ?? "UTC";
    this.#status = element("span", { class: "svc-grid-status", role: "status", "aria-live": "polite" });
    this.#search = element("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search the table",
    });
    this.#zone = element("input", {
      list: `${this.#id}-zones`,
      size: "16",
      "aria-label": "Time zone of dates",
    });
    this.#zone.value = this.#zoneName;
    const zones = element(
      "datalist",
      { id: `${this.#id}-zones` },
      ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => element("option", { value: zone })),
    );
    const showAll = button("☰", "Columns", (event) => this.#openColumns(event));
    const bar = element("div", { class: "svc-grid-bar", role: "toolbar", "aria-label": "Table" }, [
      this.#search,
      ...(columns.some(isZoned) ? [this.#zone, zones] : []),
      showAll,
      this.#status,
    ]);
    this.#heads = new ColumnHeads(source, {
      sort: (column, add) => this.#sort(column, add),
      menu: (column, at) => this.#openFilter(column, at),
      resized: () => this.#draw(),
    });
    this.#body = element("div", { role: "rowgroup" });
    this.#sheet = element("div", { class: "svc-grid-sheet" }, [
      element("div", { role: "rowgroup" }, [this.#heads.node]),
      this.#body,
    ]);
    this.#spacer = element("div");
    this.#scroll = element("div", { class: "svc-grid-scroll", tabindex: "-1", "aria-hidden": "true" }, [
      this.#spacer,
    ]);
    this.#viewNode = element(
      "div",
      {
        class: "svc-grid-view",
        role: "grid",
        tabindex: "0",
        "aria-label": `Table of ${rows} rows and ${columns.length} columns`,
        "aria-multiselectable": "true",
        "aria-colcount": String(columns.length),
      },
      [this.#sheet, this.#scroll],
    );
    // Its keys are not JupyterLab's.
    this.node = element("div", { class: "svc-grid", "data-lm-suppress-shortcuts": "true" }, [
      bar,
      this.#viewNode,
    ]);
    this.#listen();
    this.update();
    source.want(0, this.#shownRows());
    void this.#heads.summarize();
  }

  /** Draws what has arrived. */
  update(): void {
    const { rows } = this.#source;
    if (!this.#isFitted && !this.#source.isSorting) this.#fit();
    const shown = this.#shownRows();
    this.#body.style.height = `${Math.max(1, shown) * ROW_HEIGHT}px`;
    this.#viewNode.setAttribute("aria-rowcount", String(rows + 1));
    this.#spacer.style.height = `${Math.min(MAX_SCROLL, rows * ROW_HEIGHT + this.#headHeight())}px`;
    this.#top = Math.max(0, Math.min(this.#top, rows - shown));
    this.#draw();
  }

  /** Shows rows from number `row` on. */
  scrollTo(row: number): void {
    const last = Math.max(0, this.#source.rows - this.#shownRows());
    this.#top = Math.max(0, Math.min(Math.round(row), last));
    const way = this.#spacer.offsetHeight - this.#scroll.clientHeight;
    const place = last === 0 ? 0 : (this.#top / last) * way;
    if (Math.abs(this.#scroll.scrollTop - place) > 1) {
      this.#drawn = true;
      this.#scroll.scrollTop = place;
    }
    this.#draw();
  }

  /** Makes columns as wide as the first rows need. */
  #fit(): void {
    this.#isFitted = true;
    for (const [at, column] of this.#source.file.columns.entries()) {
      const texts = Array.from({ length: this.#shownRows() }, (_, row) => {
        const value = this.#source.value(row, at);
        return value === undefined ? "" : shownText(value, column, this.#zoneName, this.#source.decimals(at));
      });
      this.#heads.fit(at, Math.max(0, ...texts.map((text) => text.length)));
    }
  }

  #shownRows(): number {
    return Math.min(MAX_SHOWN_ROWS, this.#source.rows);
  }

  #headHeight(): number {
    return this.#heads.node.offsetHeight;
  }

  #listen(): void {
    this.#scroll.addEventListener("scroll", () => {
      if (this.#drawn) return void (this.#drawn = false);
      const way = this.#spacer.offsetHeight - this.#scroll.clientHeight;
      const last = Math.max(0, this.#source.rows - this.#shownRows());
      this.#top = way <= 0 ? 0 : Math.round((this.#scroll.scrollTop / way) * last);
      this.#draw();
    });
    this.#sheet.addEventListener(
      "wheel",
      (event) => {
        if (event.shiftKey || event.deltaY === 0) return;
        const before = this.#top;
        this.scrollTo(
          this.#top + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / ROW_HEIGHT)),
        );
        // At an end the notebook goes on.
        if (this.#top !== before) event.preventDefault();
      },
      { passive: false },
    );
    this.#viewNode.addEventListener("keydown", (event) => this.#onKey(event));
    this.#body.addEventListener("mousedown", (event) => {
      const place = this.#placeOf(event.target as Element);
      if (place === null) return;
      this.#focusOn(place, event.shiftKey);
      event.preventDefault();
      this.#viewNode.focus({ preventScroll: true });
      // The cell of the first click is drawn anew by the second one.
      if (event.detail === 2) void this.#openValue();
    });
    this.#body.addEventListener("mouseover", (event) => {
      const place = event.buttons === 1 ? this.#placeOf(event.target as Element) : null;
      if (place !== null) this.#focusOn(place, true);
    });
    this.#search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") void this.#find();
    });
    this.#zone.addEventListener("change", () => this.#setZone(this.#zone.value));
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#menu !== null) {
        this.#closeMenu();
        event.stopPropagation();
      }
    });
  }

  #setZone(zone: string): void {
    try {
      dateText(0, zone);
      this.#zoneName = zone;
      this.#say("");
    } catch {
      this.#say(`there is no time zone ${zone}`);
    }
    this.#zone.value = this.#zoneName;
    this.#draw();
  }

  #placeOf(target: Element): Place | null {
    const cell = target.closest<HTMLElement>("[data-row]");
    return cell === null ? null : { row: Number(cell.dataset["row"]), column: Number(cell.dataset["place"]) };
  }

  #onKey(event: KeyboardEvent): void {
    const { row, column } = this.#focus;
    const page = this.#shownRows() - 1;
    const lastRow = this.#source.rows - 1;
    const lastColumn = this.#columns.length - 1;
    const far = event.ctrlKey || event.metaKey;
    const moves: Record<string, Place> = {
      ArrowDown: { row: far ? lastRow : row + 1, column },
      ArrowUp: { row: far ? 0 : row - 1, column },
      ArrowLeft: { row, column: far ? 0 : column - 1 },
      ArrowRight: { row, column: far ? lastColumn : column + 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: row - page, column },
      Home: { row: far ? 0 : row, column: 0 },
      End: { row: far ? lastRow : row, column: lastColumn },
    };
    const to = moves[event.key];
    if (to !== undefined) {
      this.#focusOn(
        { row: Math.max(0, Math.min(to.row, lastRow)), column: Math.max(0, Math.min(to.column, lastColumn)) },
        event.shiftKey,
      );
    } else if (far && event.key === "c") void this.#copy();
    else if (far && event.key === "f") this.#search.focus();
    else if (event.key === "Enter") void this.#openValue();
    else if (event.key === "s") this.#sort(this.#columns[column] ?? 0, event.shiftKey);
    else if (event.key === "f") this.#openFilter(this.#columns[column] ?? 0, this.#heads.node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #focusOn(place: Place, extend: boolean): void {
    this.#focus = place;
    if (!extend) this.#anchor = place;
    if (place.row < this.#top) this.scrollTo(place.row);
    else if (place.row >= this.#top + this.#shownRows()) this.scrollTo(place.row - this.#shownRows() + 1);
    else this.#draw();
    this.#body
      .querySelector(`[data-row="${place.row}"][data-place="${place.column}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #draw(): void {
    const from = this.#top;
    const to = Math.min(this.#source.rows, from + this.#shownRows());
    this.#source.want(from, to);
    this.#heads.draw(this.#columns, this.#source.view);
    const rows: HTMLElement[] = [];
    for (let row = from; row < to; row++) {
      const cells = this.#columns.map((column, place) => this.#cell(row, column, place));
      rows.push(
        element("div", { class: "svc-grid-row", role: "row", "aria-rowindex": String(row + 2) }, cells),
      );
    }
    this.#body.replaceChildren(...rows);
    this.#viewNode.setAttribute(
      "aria-activedescendant",
      `${this.#id}-${this.#focus.row}-${this.#focus.column}`,
    );
    this.#scroll.style.height = `${this.#sheet.clientHeight}px`;
    const { rows: count, file } = this.#source;
    const hidden = file.columns.length - this.#columns.length;
    const text = [
      this.#source.isSorting ? "working …" : `rows ${number(from + 1)} to ${number(to)} of ${number(count)}`,
      count < file.rows ? `of ${number(file.rows)}` : "",
      hidden > 0 ? `, ${hidden} columns hidden` : "",
    ].join(" ");
    if (this.#status.dataset["said"] === undefined) this.#status.textContent = count === 0 ? "no row" : text;
  }

  #cell(row: number, at: number, place: number): HTMLElement {
    const column = this.#source.file.columns[at];
    const value = this.#source.value(row, at);
    const inRange = (one: number, a: number, b: number): boolean =>
      Math.min(a, b) <= one && one <= Math.max(a, b);
    const classes = ["svc-grid-cell"];
    if (column !== undefined && isNumeric(column)) classes.push("svc-number");
    if (value === null) classes.push("svc-null");
    if (column?.isIndex === true) classes.push("svc-index");
    const selected =
      inRange(row, this.#focus.row, this.#anchor.row) &&
      inRange(place, this.#focus.column, this.#anchor.column);
    if (selected) classes.push("svc-selected");
    if (row === this.#focus.row && place === this.#focus.column) classes.push("svc-focus");
    const cell = element("div", {
      class: classes.join(" "),
      role: column?.isIndex === true ? "rowheader" : "gridcell",
      id: `${this.#id}-${row}-${place}`,
      "aria-colindex": String(place + 1),
      "aria-selected": String(selected),
      "data-row": String(row),
      "data-place": String(place),
    });
    cell.style.width = `${this.#heads.width(at)}px`;
    cell.textContent =
      value === undefined || column === undefined
        ? "…"
        : shownText(value, column, this.#zoneName, this.#source.decimals(at));
    return cell;
  }

  #sort(column: number, add: boolean): void {
    const { sort, filters } = this.#source.view;
    const now = sort.find((key) => key.column === column);
    const next =
      now === undefined
        ? [{ column, descending: false }]
        : now.descending
          ? []
          : [{ column, descending: true }];
    const others = sort.filter((key) => key.column !== column);
    this.#source.view = { sort: add ? [...others, ...next] : next, filters };
    this.scrollTo(0);
  }

  #filter(column: number, filter: RowFilter | null): void {
    const { sort, filters } = this.#source.view;
    const others = filters.filter((one) => one.column !== column);
    this.#source.view = { sort, filters: filter === null ? others : [...others, filter] };
    this.#focus = this.#anchor = { row: 0, column: this.#focus.column };
    this.scrollTo(0);
  }

  #openFilter(column: number, at: HTMLElement): void {
    const menu = filterMenu(this.#source, column, {
      set: (filter) => {
        this.#closeMenu();
        this.#filter(column, filter);
      },
      sort: (descending) => {
        this.#closeMenu();
        const { filters } = this.#source.view;
        this.#source.view = { sort: [{ column, descending }], filters };
        this.scrollTo(0);
      },
      hide: () => {
        this.#closeMenu();
        if (this.#columns.length > 1) this.#columns = this.#columns.filter((one) => one !== column);
        this.#draw();
      },
    });
    this.#openMenu(menu, at);
  }

  #openColumns(event: MouseEvent): void {
    const boxes = this.#source.file.columns.map(({ name }, column) => {
      const box = element("input", { type: "checkbox" });
      box.checked = this.#columns.includes(column);
      box.addEventListener("change", () => {
        const shown = new Set(this.#columns);
        if (box.checked) shown.add(column);
        else if (shown.size > 1) shown.delete(column);
        box.checked = shown.has(column);
        this.#columns = [...shown].sort((a, b) => a - b);
        this.#draw();
      });
      return element("label", {}, [box, name]);
    });
    this.#openMenu(element("div", { "aria-label": "Columns" }, boxes), event.currentTarget as HTMLElement);
  }

  async #openValue(): Promise<void> {
    const { row, column } = this.#focus;
    const at = this.#columns[column] ?? 0;
    try {
      const value = await this.#source.cell(row, at);
      const shown = this.#body.querySelector<HTMLElement>(`[data-row="${row}"][data-place="${column}"]`);
      this.#openMenu(valueMenu(value, this.#source.file.columns[at], this.#zoneName), shown ?? this.#body);
    } catch (error) {
      this.#say((error as Error).message);
    }
  }

  #openMenu(content: HTMLElement, at: HTMLElement): void {
    this.#closeMenu();
    const menu = element("div", { class: "svc-grid-menu", role: "dialog", tabindex: "-1" }, [
      content,
      button("Close", "Close", () => this.#closeMenu()),
    ]);
    this.#menu = this.node.appendChild(menu);
    const box = this.node.getBoundingClientRect();
    const { left, bottom } = at.getBoundingClientRect();
    menu.style.left = `${Math.max(0, Math.min(left - box.left, box.width - 260))}px`;
    menu.style.top = `${Math.min(bottom - box.top, box.height - 40)}px`;
    // What reaches beyond the grid is cut by the output that it is in.
    this.node.style.minHeight = `${menu.offsetTop + menu.offsetHeight + 4}px`;
    menu.focus({ preventScroll: true });
  }

  #closeMenu(): void {
    if (this.#menu === null) return;
    this.#menu.remove();
    this.node.style.minHeight = "";
    this.#menu = null;
    this.#viewNode.focus({ preventScroll: true });
  }

  async #find(): Promise<void> {
    const text = this.#search.value;
    if (text === "") return;
    const { rows } = this.#source;
    let from = Math.min(this.#focus.row + 1, rows);
    try {
      for (;;) {
        const { hit, searched } = await this.#source.find(text, from);
        // Another text is being looked for.
        if (this.#search.value !== text) return;
        if (hit !== null) {
          this.#say("");
          return this.#focusOn(
            { row: hit.row, column: Math.max(0, this.#columns.indexOf(hit.column)) },
            false,
          );
        }
        if (searched >= rows || searched <= from) break;
        this.#say(`searched ${searched} of ${rows} rows …`);
        from = searched;
      }
      this.#focus = this.#anchor = { row: -1, column: 0 };
      this.#say(`“${text}” is not in the rows below; Enter searches from the top`);
    } catch (error) {
      this.#say((error as Error).message);
    }
  }

  /** Copies the selected range as lines with tabs. */
  async #copy(): Promise<void> {
    const [fromRow, toRow] = [this.#focus.row, this.#anchor.row].sort((a, b) => a - b) as [number, number];
    const [first, last] = [this.#focus.column, this.#anchor.column].sort((a, b) => a - b) as [number, number];
    const cells = (toRow - fromRow + 1) * (last - first + 1);
    if (cells > MAX_COPIED_CELLS)
      return this.#say(`${cells} cells are too many to copy: at most ${MAX_COPIED_CELLS}`);
    try {
      const rows = await this.#source.read(Math.max(0, fromRow), toRow + 1);
      const columns = this.#columns.slice(first, last + 1);
      const text = rows
        .map((row) =>
          columns
            .map((at) => {
              const column = this.#source.file.columns[at];
              const value = row[at] ?? null;
              const shown =
                value === null || column === undefined ? "" : cellText(value, column, this.#zoneName);
              return shown.replaceAll("\t", " ");
            })
            .join("\t"),
        )
        .join("\n");
      await navigator.clipboard.writeText(text);
      this.#say(`${cells} ${cells === 1 ? "cell" : "cells"} copied`);
    } catch (error) {
      this.#say(`not copied: ${(error as Error).message}`);
    }
  }

  /** Says something in place of the rows that are shown, until the next thing is done. */
  #say(text: string): void {
    if (text === "") delete this.#status.dataset["said"];
    else {
      this.#status.dataset["said"] = "";
      this.#status.textContent = text;
      setTimeout(() => {
        if (this.#status.textContent !== text) return;
        delete this.#status.dataset["said"];
        this.#draw();
      }, 4000);
    }
  }
}
