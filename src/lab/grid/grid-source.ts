import {
  type CellValue,
  type ColumnSummary,
  type GridColumn,
  type GridFile,
  type GridHit,
  type GridPage,
  type GridRequest,
  type GridView,
  MAX_PAGE_CELLS,
} from "../../kernel/comms/grid-request.ts";
import { PLAIN_SHAPE, shapeAfter, type ColumnShape } from "../../kernel/comms/cell-text.ts";

const MAX_PAGE_ROWS = 100;
const MAX_PAGES = 60;

/** Sends requests to a kernel. */
export interface GridKernel {
  ask<T>(method: string, params: Record<string, unknown>): Promise<T>;
}

/** Rows of a table kept by a kernel, fetched in pages. The latest request is served first. */
export class GridSource {
  readonly file: GridFile;
  readonly #kernel: GridKernel;
  readonly #grid: string;
  readonly #changed: () => void;
  readonly #failed: (error: Error) => void;
  /** Rows of a page. */
  readonly #pageRows: number;
  readonly #pages = new Map<number, GridPage>();
  /** How each column's numbers and dates are shown: as all rows fetched so far need. */
  readonly #shapes: ColumnShape[] = [];
  #view: GridView = { sort: [], filters: [] };
  #rows: number;
  #missingPages: number[] = [];
  #asking = false;
  #age = 0;

  private constructor(
    kernel: GridKernel,
    grid: string,
    file: GridFile,
    changed: () => void,
    failed: (error: Error) => void,
  ) {
    this.#kernel = kernel;
    this.#grid = grid;
    this.file = file;
    this.#rows = file.rows;
    // A reply holds two pages, as the visible rows often cross from one to the next.
    const fit = Math.floor(MAX_PAGE_CELLS / (2 * Math.max(1, file.columns.length)));
    this.#pageRows = Math.max(1, Math.min(MAX_PAGE_ROWS, fit));
    this.#changed = changed;
    this.#failed = failed;
  }

  /** @throws Error if the kernel does not keep the table. */
  static async open(
    kernel: GridKernel,
    grid: string,
    changed: () => void,
    failed: (error: Error) => void,
  ): Promise<GridSource> {
    let file: GridFile | null = null;
    // Null: the kernel copies the table when its cell ends.
    while (file === null) file = await kernel.ask<GridFile | null>("grid", { grid, ask: "open" });
    return new GridSource(kernel, grid, file, changed, failed);
  }

  /** Number of rows that pass the filters. */
  get rows(): number {
    return this.#rows;
  }

  get view(): GridView {
    return this.#view;
  }

  set view(view: GridView) {
    this.#view = view;
    this.#age += 1;
    this.#pages.clear();
    this.#missingPages = [0];
    void this.#ask();
  }

  /** Whether the first page of the current view is still loading. */
  get isSorting(): boolean {
    return this.#pages.size === 0;
  }

  /** The value of a cell; undefined while it is fetched. */
  value(row: number, column: number): CellValue | undefined {
    const page = this.#pages.get(Math.floor(row / this.#pageRows));
    return page?.columns[column]?.[row - page.from];
  }

  shape(column: number): ColumnShape {
    return this.#shapes[column] ?? PLAIN_SHAPE;
  }

  /** Fetches the missing rows from `from` to before `to`. */
  want(from: number, to: number): void {
    const pages: number[] = [];
    const size = this.#pageRows;
    for (let page = Math.floor(from / size); page * size < Math.min(to, this.#rows); page++)
      if (!this.#pages.has(page)) pages.push(page);
    if (pages.length === 0) return;
    this.#missingPages = pages;
    void this.#ask();
  }

  summary(column: number): Promise<ColumnSummary> {
    return this.#request({ grid: this.#grid, ask: "summary", column });
  }

  /** A value in full length. */
  cell(row: number, column: number): Promise<CellValue> {
    return this.#request({ grid: this.#grid, ask: "cell", view: this.#view, row, column });
  }

  find(text: string, order: readonly number[], zone: string | null, from: number): Promise<GridHit> {
    const columns = order.map((column) => ({ column, shape: this.shape(column) }));
    return this.#request({ grid: this.#grid, ask: "find", view: this.#view, text, columns, zone, from });
  }

  /** Rows of the current view from `from` to before `to`, with their values in full length. */
  async read(from: number, to: number, columns: readonly number[]): Promise<CellValue[][]> {
    const rows: CellValue[][] = [];
    const view = this.#view;
    while (from + rows.length < to) {
      const part = { view, from: from + rows.length, to, columns, whole: true };
      const page = await this.#request<GridPage>({ grid: this.#grid, ask: "page", ...part });
      const [first] = page.columns;
      if (first === undefined || first.length === 0) break;
      for (const row of first.keys()) rows.push(page.columns.map((column) => column[row] ?? null));
    }
    return rows;
  }

  #request<T>(request: GridRequest): Promise<T> {
    return this.#kernel.ask("grid", { ...request });
  }

  /** One request at a time: while the user scrolls, only the last position matters. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const columns = [...this.file.columns.keys()];
    try {
      for (let page = this.#missingPages.shift(); page !== undefined; page = this.#missingPages.shift()) {
        const last = this.#missingPages[0] === page + 1 ? (this.#missingPages.shift() as number) : page;
        const age = this.#age;
        const [from, to] = [page * this.#pageRows, (last + 1) * this.#pageRows];
        const part = { view: this.#view, from, to, columns, whole: false };
        const got = await this.#request<GridPage>({ grid: this.#grid, ask: "page", ...part });
        if (age !== this.#age) continue;
        this.#rows = got.rows;
        for (let at = page; at <= last; at++) this.#keep(at, got);
        this.#changed();
      }
    } catch (error) {
      this.#failed(error as Error);
    } finally {
      this.#asking = false;
    }
  }

  /** Caches one page of a reply. */
  #keep(page: number, got: GridPage): void {
    const start = page * this.#pageRows - got.from;
    const columns = got.columns.map((column) => column.slice(start, start + this.#pageRows));
    this.#pages.set(page, { rows: got.rows, from: page * this.#pageRows, columns });
    for (const [at, values] of columns.entries())
      this.#shapes[at] = shapeAfter(this.shape(at), this.file.columns[at] as GridColumn, values);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }
}
