import type { Table } from "../../../src/core/table/table.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";

/** The parts of a specification that examples look at. */
export interface Spec {
  mark: { type: string };
  title?: { text: string | string[]; subtitle?: string[] };
  data: { values: Record<string, unknown>[] };
  encoding: Record<
    string,
    { title?: string | null; field?: string; sort?: unknown; scale?: { type?: string } } | null
  >;
  width?: { step?: number };
  spec?: Spec;
  facet?: Record<string, unknown>;
}

export function specOf(table: Table, options?: PlotOptions): Spec {
  return plot(table, options).spec as unknown as Spec;
}

/** Notes shown in a chart. */
export const notes = ({ title }: Spec): string[] => title?.subtitle ?? [title?.text ?? []].flat();

/** Milliseconds. */
export const DAY = 86_400_000;

/** The first days from 1970 on. */
export const days = (count: number): Date[] => Array.from({ length: count }, (_, day) => new Date(day * DAY));
