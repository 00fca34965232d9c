import type {
  CellValue,
  ColumnSummary,
  GridFile,
  GridHit,
  GridPage,
  GridRequest,
  GridView,
} from "../../kernel/comms/grid-request.ts";
import type { KernelComm } from "../comm/kernel-comm.ts";
import { decimalsOf } from "./cell-text.ts";

/** Rows of a page. */
const PAGE = 100;
const MAX_PAGES = 60;

/** The rows of a table that a kernel keeps, in pages. What is asked for last is answered first. */
export class GridSource {
  readonly file: GridFile;
  readonly #comm: KernelComm;
  readonly #grid: string;
  readonly #changed: () => void;
  readonly #failed: (error: Error) => void;
  readonly #pages = new Map<number, GridPage>();
  /** The most decimals of each column's numbers that came so far. */
  readonly #decimals: number[] = [];
  #view: GridView = { sort: [], filters: [] };
  #rows: number;
  #wanted: number[] = [];
  #asking = false;
  #age = 0;

  private constructor(
    comm: KernelComm,
    grid: string,
    file: GridFile,
    changed: () => void,
    failed: (error: Error) => void,
  ) {
    this.#comm = comm;
    this.#grid = grid;
    this.file = file;
    this.#rows = file.rows;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** @throws Error where the kernel does not keep the table. */
  static async open(
    comm: KernelComm,
    grid: string,
    changed: () => void,
    failed: (error: Error) => void,
  ): Promise<GridSource> {
    const file = await comm.ask<GridFile>("grid", { grid, ask: "open" });
    return new GridSource(comm, grid, file, changed, failed);
  }

  /** Rows that pass the filters. */
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
    this.#wanted = [0];
    void this.#ask();
  }

  /** Is the first page of this order still waited for? */
  get isSorting(): boolean {
    return this.#pages.size === 0;
  }

  /** The value of a cell; undefined while it is fetched. */
  value(row: number, column: number): CellValue | undefined {
    const page = this.#pages.get(Math.floor(row / PAGE));
    return page?.columns[column]?.[row - page.from];
  }

  decimals(column: number): number {
    return this.#decimals[column] ?? 0;
  }

  /** Fetches the rows from `from` to before `to` that are not here. */
  want(from: number, to: number): void {
    const pages: number[] = [];
    for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, this.#rows); page++)
      if (!this.#pages.has(page)) pages.push(page);
    if (pages.length === 0) return;
    this.#wanted = pages;
    void this.#ask();
  }

  summary(column: number): Promise<ColumnSummary> {
    return this.#request({ grid: this.#grid, ask: "summary", column });
  }

  /** A value as long as it is. */
  cell(row: number, column: number): Promise<CellValue> {
    return this.#request({ grid: this.#grid, ask: "cell", view: this.#view, row, column });
  }

  find(text: string, from: number): Promise<GridHit> {
    return this.#request({ grid: this.#grid, ask: "find", view: this.#view, text, from });
  }

  /** Rows from `from` to before `to`, which may be on many pages. */
  async read(from: number, to: number): Promise<(readonly CellValue[])[]> {
    const rows: CellValue[][] = [];
    for (let at = from; at < to; at += PAGE) {
      const page = await this.#fetch(at, Math.min(to, at + PAGE));
      for (let row = 0; row < (page.columns[0]?.length ?? 0); row++)
        rows.push(page.columns.map((column) => column[row] ?? null));
    }
    return rows;
  }

  #fetch(from: number, to: number): Promise<GridPage> {
    const columns = this.file.columns.map((_, at) => at);
    return this.#request({ grid: this.#grid, ask: "page", view: this.#view, from, to, columns });
  }

  #request<T>(request: GridRequest): Promise<T> {
    return this.#comm.ask("grid", { ...request });
  }

  /** One request at a time: while somebody scrolls, only the last place is of use. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let page = this.#wanted.shift(); page !== undefined; page = this.#wanted.shift()) {
        const age = this.#age;
        const got = await this.#fetch(page * PAGE, (page + 1) * PAGE);
        if (age !== this.#age) continue;
        this.#rows = got.rows;
        this.#pages.set(page, got);
        for (const [at, column] of got.columns.entries())
          if (/^f\d/.test(this.file.columns[at]?.kind ?? ""))
            this.#decimals[at] = column.reduce<number>(
              (most, value) => Math.max(most, decimalsOf(value)),
              this.decimals(at),
            );
        const [oldest] = this.#pages.keys();
        if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
        this.#changed();
      }
    } catch (error) {
      this.#failed(error as Error);
    } finally {
      this.#asking = false;
    }
  }
}
