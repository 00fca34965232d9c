import { randomUUID } from "node:crypto";
import * as aq from "arquero";
import * as core from "../../core/pandas-td.ts";
import { beforeOperations, interrupt_all } from "../../core/interrupt/interrupt.ts";
import { localColumns } from "../../core/local/local-columns.ts";
import type { NotebookTables } from "../../magics/known-catalogue.ts";
import { copyOffered } from "../../magics/display/grid/offered-tables.ts";
import { installDisplay } from "../../magics/display/install-display.ts";
import type { MimeBundle } from "../../magics/display/displayable.ts";
import { tableBundle } from "../../magics/display/mime-bundle.ts";
import type { AnyTable } from "../../magics/display/table/any-table.ts";
import { say, setHost, type NotebookHost } from "../../magics/notebook-host.ts";
import { display } from "../../magics/display/display.ts";
import { plot } from "../../magics/plot/plot.ts";
import { prepareCharts } from "../../magics/vega/draw.ts";
import { magic_context } from "../../magics/magic-context.ts";
import { setWorkWatcher } from "../../core/interrupt/watched-work.ts";
import { moduleOf, NOTEBOOK_NAMES } from "../../magics/built-in-names.ts";
import type { WorkEvent } from "../child/child-work.ts";

/** The names of notebooks that the module of queries has. */
const CORE_FUNCTIONS = Object.fromEntries(
  Object.entries(core).filter(
    ([name]) => NOTEBOOK_NAMES.includes(name) && moduleOf(name) === "svclib/pandas_td",
  ),
);

/** Events that the library sends to the proxy: work begun or ended, and the current database. */
export type ChildEvent = WorkEvent | { readonly database: string | null };

/** What the boot modules use of this library in the real kernel's process. */
export interface ChildLibrary {
  /** @returns the number of operations stopped. */
  interruptAll(): number;
  /** Announces a chart, which is prepared while the next query runs. */
  expectChart(): void;
  /** The names that are variables of the notebook. */
  bound(names: readonly string[]): string[];
  /** Columns of the variables among the names that can stand in FROM of local SQL. */
  tables(names: readonly string[]): NotebookTables;
  /** Copies a displayed table for the grid. @throws Error if it can't be copied */
  copyGrid(id: string): Promise<void>;
  /** What notebooks have without an import, by name. */
  readonly names: Readonly<Record<string, unknown>>;
  /** Output of a table, of any copy of Arquero. */
  bundle(table: AnyTable): MimeBundle;
}

/**
 * Initializes the library in the real kernel: the notebook host, display of tables, and events to the proxy about pending work on
 * services and the current database.
 *
 * @param replacedHint - What to say about globals that cells replaced; null if none. It is called before each operation, as one may also
 * go on with them and give a wrong result.
 * @param prepare - Prepares an expected chart.
 */
export function openLibrary(
  host: NotebookHost,
  onEvent: (event: ChildEvent) => void,
  replacedHint: () => string | null,
  prepare: () => void = prepareCharts,
): ChildLibrary {
  let expectsChart = false;
  setHost(host);
  setWorkWatcher({
    lease: randomUUID(),
    began: (began) => {
      onEvent({ began });
      if (expectsChart) prepare();
    },
    over: (over) => onEvent({ over }),
  });
  installDisplay();
  let lastHint: string | null = null;
  beforeOperations(() => {
    const hint = replacedHint();
    if (hint !== null && hint !== lastHint) say(`results may be wrong: ${hint}`, "stderr");
    lastHint = hint;
  });
  magic_context.onDatabase = (database) => onEvent({ database });
  return {
    interruptAll: interrupt_all,
    expectChart: () => void (expectsChart = true),
    bound: (names) => names.filter((name) => host.variable(name) !== null),
    tables: (names) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const columns = localColumns(host.variable(name)?.value);
          return columns === null ? [] : [[name, columns] as const];
        }),
      ),
    copyGrid: copyOffered,
    names: { ...CORE_FUNCTIONS, aq, desc: aq.desc, display, op: aq.op, plot },
    bundle: tableBundle,
  };
}
