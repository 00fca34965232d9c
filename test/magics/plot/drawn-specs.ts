import * as vega from "vega";
import { compile } from "vega-lite";
import type { Table } from "../../../src/core/table/table.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";

type Row = Record<string, unknown>;

/** What Vega draws: the rows of the data set that each group of marks is drawn from, by the name of the marks. */
export async function drawnRows(table: Table, options?: PlotOptions): Promise<Record<string, Row[]>> {
  const { spec } = plot(table, options);
  const compiled = compile(structuredClone(spec) as unknown as Parameters<typeof compile>[0]).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: "none" });
  await view.runAsync();
  const rows: Record<string, Row[]> = {};
  collect(view.scenegraph() as unknown as { root: Item }, rows);
  view.finalize();
  return rows;
}

interface Item {
  readonly items?: readonly Item[];
  readonly marktype?: string;
  readonly name?: string;
  readonly datum?: Row;
  readonly role?: string;
}

function collect(item: Item | { root: Item }, rows: Record<string, Row[]>): void {
  const node = "root" in item ? item.root : item;
  const isMark = node.role === "mark" && node.marktype !== "group";
  for (const child of node.items ?? []) {
    if (isMark && child.datum !== undefined) (rows[node.marktype ?? ""] ??= []).push(child.datum);
    collect(child, rows);
  }
}
