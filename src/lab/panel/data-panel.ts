// This folder: the panel of databases, tables and jobs.

import { NotebookActions, type INotebookTracker, type NotebookPanel } from "@jupyterlab/notebook";
import { Widget } from "@lumino/widgets";
import { nameInQuery } from "../../dialect/quote.ts";
import { KernelComm } from "../comm/kernel-comm.ts";
import { button, element, numberOf } from "../element.ts";
import { sqlCell } from "../language/format-sql.ts";
import { svcKernel } from "../svc-kernel.ts";
import { selectCell } from "./query-names.ts";

interface PanelTable {
  readonly name: string;
  readonly count: number | null;
  readonly columns: readonly { readonly name: string; readonly type: string | null }[];
}

interface PanelJob {
  readonly job_id: number;
  readonly status: string;
  readonly type: string;
  readonly query: string;
}

const LOOK_EVERY_MS = 5000;
const ENDED = /^(?:success|error|killed)$/;

/** Panel of the databases, tables and columns that the active notebook can query, and of its jobs. */
export class DataPanel extends Widget {
  readonly #notebooks: INotebookTracker;
  readonly #search = element("input", {
    type: "search",
    placeholder: "Find a table or column",
    "aria-label": "Find a table or column",
  });
  readonly #databases = element("div");
  readonly #jobs = element("div");
  readonly #status = element("div", { class: "svc-faint", role: "status" });
  /** The kernel whose lists are shown. */
  #source: KernelComm | null | undefined;
  #shownDatabases = "";
  #shownJobs = "";

  constructor(notebooks: INotebookTracker) {
    super();
    this.id = "svclib-data";
    this.title.label = "svclib";
    this.title.caption = "Databases, tables and jobs of svclib";
    this.addClass("svc-panel");
    this.#notebooks = notebooks;
    const heading = (text: string, act: () => void): HTMLElement =>
      element("h3", {}, [
        element("span", {}, [text]),
        button("⟳", `List the ${text.toLowerCase()} again`, act),
      ]);
    this.node.append(
      this.#search,
      this.#status,
      heading("Databases", () => {
        this.#shownDatabases = "";
        void this.#listDatabases();
      }),
      this.#databases,
      heading("Jobs of this notebook", () => void this.#listJobs()),
      this.#jobs,
    );
    this.#search.addEventListener("input", () => this.#filter());
    notebooks.currentChanged.connect(() => this.#refresh());
    const watch = (_: unknown, panel: NotebookPanel): void =>
      void panel.sessionContext.kernelChanged.connect(() => {
        if (panel === notebooks.currentWidget) this.#refresh();
      }, this);
    notebooks.forEach((panel) => watch(notebooks, panel));
    notebooks.widgetAdded.connect(watch, this);
    const timer = setInterval(() => {
      if (!this.isVisible || document.hidden) return;
      void this.#listJobs();
      // A cell may have started the service since, or use another database.
      void this.#listDatabases();
    }, LOOK_EVERY_MS);
    this.disposed.connect(() => clearInterval(timer));
  }

  protected override onAfterShow(message: unknown): void {
    super.onAfterShow(message);
    this.#refresh();
  }

  #refresh(): void {
    if (!this.isVisible) return;
    void this.#listDatabases();
    void this.#listJobs();
  }

  readonly #opened = (): void => this.#refresh();
  readonly #lost = (comm: KernelComm, reason: string): void => {
    if (comm !== this.#source) return;
    this.#shownDatabases = "";
    this.#status.textContent = `${reason}.`;
  };

  /** The kernel of the active notebook. Its lists replace those of another. */
  #comm(): KernelComm | null {
    const panel = this.#notebooks.currentWidget;
    const kernel = panel === null ? null : svcKernel(panel);
    const comm = kernel === null ? null : KernelComm.of(kernel);
    if (comm === this.#source) return comm;
    this.#source = comm;
    this.#status.textContent =
      comm === null ? "Open a notebook with a kernel of svclib." : "Waiting for the kernel …";
    this.#shownDatabases = "";
    this.#shownJobs = "";
    this.#databases.replaceChildren();
    this.#jobs.replaceChildren();
    comm?.opened.connect(this.#opened, this);
    comm?.lost.connect(this.#lost, this);
    return comm;
  }

  /** Shows a kernel's answer, or why there is none, unless the user has moved on to another notebook. */
  async #show<T>(
    method: string,
    show: (answer: T, comm: KernelComm) => void,
    fail: (message: string) => void,
  ): Promise<void> {
    const comm = this.#comm();
    const act = await comm?.ask<T>(method).then(
      (answer) => () => show(answer, comm),
      (error: unknown) => () => fail((error as Error).message),
    );
    if (comm === this.#comm()) act?.();
  }

  #listDatabases(): Promise<void> {
    return this.#show<{ databases: string[] | null; current: string | null }>(
      "databases",
      ({ databases, current }, comm) => {
        const state = JSON.stringify([databases, current]);
        // A redraw would close the tables.
        if (state === this.#shownDatabases) return;
        this.#shownDatabases = state;
        this.#status.textContent = databases === null ? "The service has not been reached yet." : "";
        const nodes = [...this.#databases.querySelectorAll<HTMLElement>(":scope > [open]")];
        const open = new Set(nodes.map(({ dataset }) => dataset["name"]));
        this.#databases.replaceChildren(
          ...(databases ?? []).map((name) => this.#database(comm, name, name === current, open.has(name))),
        );
      },
      (message) => {
        this.#shownDatabases = "";
        this.#status.textContent = message;
      },
    );
  }

  #database(comm: KernelComm, name: string, isCurrent: boolean, isOpen: boolean): HTMLElement {
    const list = element("div");
    const node = element("details", { "data-name": name }, [
      element("summary", {}, [
        name,
        isCurrent ? element("span", { class: "svc-faint" }, [" (current)"]) : "",
      ]),
      list,
    ]);
    const fill = async (): Promise<void> => {
      if (!node.open || list.childElementCount > 0) return;
      list.textContent = "…";
      try {
        const tables = await comm.ask<PanelTable[] | null>("tables", { database: name });
        list.replaceChildren(...(tables ?? []).map((table) => this.#table(name, table)));
        if ((tables ?? []).length === 0) list.textContent = tables === null ? "not listed yet" : "no tables";
        this.#filter();
      } catch (error) {
        list.textContent = (error as Error).message;
      }
    };
    node.addEventListener("toggle", () => void fill());
    node.open = isCurrent || isOpen;
    return node;
  }

  #table(database: string, { name, count, columns }: PanelTable): HTMLElement {
    const rows = count === null ? "" : numberOf(count, "row");
    const list = element(
      "div",
      {},
      columns.map((column) =>
        element("div", { class: "svc-item", "data-name": column.name }, [
          button(column.name, `Insert ${column.name}`, () => this.#insertName(column.name)),
          element("span", { class: "svc-faint" }, [column.type ?? ""]),
        ]),
      ),
    );
    const toggle = button("", `Columns of ${name}`, () => open(list.hidden !== false));
    const open = (isOpen: boolean): void => {
      list.hidden = !isOpen;
      toggle.textContent = isOpen ? "▾" : "▸";
      toggle.setAttribute("aria-expanded", String(isOpen));
    };
    open(false);
    return element("div", { class: "svc-listed", "data-name": name }, [
      element("div", { class: "svc-line" }, [
        toggle,
        button(name, `Insert ${name}`, () => this.#insertName(name)),
        element("span", { class: "svc-faint", title: rows }, [rows]),
        button("select", `A cell that selects from ${name}`, () => {
          const names = columns.map((column) => column.name);
          this.#addCell(selectCell(database, name, names), false);
        }),
      ]),
      list,
    ]);
  }

  #listJobs(): Promise<void> {
    return this.#show<PanelJob[]>(
      "jobs",
      (jobs, comm) => {
        const state = JSON.stringify(jobs);
        // Buttons are reused, as one may have the focus.
        if (state === this.#shownJobs) return;
        this.#shownJobs = state;
        this.#jobs.replaceChildren(...jobs.map((job) => this.#job(comm, job)));
        if (jobs.length === 0) this.#jobs.textContent = "none";
      },
      (message) => {
        this.#shownJobs = "";
        this.#jobs.textContent = message;
      },
    );
  }

  #job(comm: KernelComm, { job_id: id, status, type, query }: PanelJob): HTMLElement {
    const sql = query.replace(/^(?:--[^\n]*\n)+/, "");
    const act =
      status === "success"
        ? button("bind", `Bind the result of job ${id} to a variable`, () =>
            this.#addCell(`const job_${id} = %svc_job ${id}`, true),
          )
        : button("Stop", `Stop job ${id}`, () => {
            void comm.ask("stop", { job: id }).then(
              () => this.#listJobs(),
              (error: unknown) => void (this.#status.textContent = (error as Error).message),
            );
          });
    const text = `${id} ${type} ${status}: ${sql.slice(0, 80)}`;
    return element("div", { class: "svc-item", title: sql }, [
      button(text, `Insert ${text}`, () => this.#insert(String(id))),
      ...(ENDED.test(status) && status !== "success" ? [] : [act]),
    ]);
  }

  /** Shows the listed tables and columns whose names contain the search text. */
  #filter(): void {
    const search = this.#search.value.toLowerCase();
    for (const table of this.#databases.querySelectorAll<HTMLElement>(".svc-listed")) {
      const items = [...table.querySelectorAll<HTMLElement>(".svc-item")];
      const isNamed = (table.dataset["name"] ?? "").toLowerCase().includes(search);
      const hits = items.filter(({ dataset }) => (dataset["name"] ?? "").toLowerCase().includes(search));
      table.hidden = !isNamed && hits.length === 0;
      for (const item of items) item.hidden = !isNamed && !hits.includes(item);
    }
  }

  #insertName(name: string): void {
    const cell = sqlCell(this.#notebooks.activeCell?.model.sharedModel.getSource() ?? "");
    this.#insert(nameInQuery(name, cell?.dialect ?? "presto"));
  }

  #insert(text: string): void {
    const view = this.#notebooks.activeCell?.editor?.editor;
    if (view === undefined) return;
    view.dispatch(view.state.replaceSelection(text));
    view.focus();
  }

  #addCell(text: string, run: boolean): void {
    const panel = this.#notebooks.currentWidget;
    if (panel === null) return;
    NotebookActions.insertBelow(panel.content);
    const cell = panel.content.activeCell;
    cell?.model.sharedModel.setSource(text);
    // The next clicked name is inserted after this one.
    cell?.editor?.editor.dispatch({ selection: { anchor: text.length } });
    if (run) void NotebookActions.run(panel.content, panel.sessionContext);
  }
}
