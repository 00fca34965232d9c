import * as vega from "vega";
import { compile } from "vega-lite";
import type { Table } from "../../../src/core/table/table.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";

type Row = Record<string, unknown>;

/** What Vega draws: the rows of the data set that each group of marks is drawn from, by the name of the marks. */
export async function drawnRows(table: Table, options?: PlotOptions): Promise<Record<string, Row[]>> {
  const items = Object.entries(await drawnItems(table, options));
  return Object.fromEntries(items.map(([name, own]) => [name, own.map(({ datum }) => datum)]));
}

/** The marks that Vega draws, with their sizes in pixels and their colours. */
export async function drawnItems(table: Table, options?: PlotOptions): Promise<Record<string, DrawnItem[]>> {
  const { spec } = plot(table, options);
  const compiled = compile(structuredClone(spec) as unknown as Parameters<typeof compile>[0]).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: "none" });
  await view.runAsync();
  const items: Record<string, DrawnItem[]> = {};
  collect(view.scenegraph() as unknown as { root: Item }, items);
  view.finalize();
  return items;
}

interface DrawnItem {
  readonly datum: Row;
  readonly height?: number;
  readonly fill?: string;
}

interface Item {
  readonly items?: readonly Item[];
  readonly marktype?: string;
  readonly name?: string;
  readonly datum?: Row;
  readonly role?: string;
}

function collect(item: Item | { root: Item }, items: Record<string, DrawnItem[]>): void {
  const node = "root" in item ? item.root : item;
  const isMark = node.role === "mark" && node.marktype !== "group";
  for (const child of node.items ?? []) {
    if (isMark && child.datum !== undefined)
      (items[node.marktype ?? ""] ??= []).push({ ...child, datum: child.datum });
    collect(child, items);
  }
}
