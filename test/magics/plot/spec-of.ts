import type { Table } from "../../../src/core/table/table.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import type { PlotOptions } from "../../../src/magics/plot/plot-options.ts";

interface Channel {
  title?: string | null;
  field?: string;
  type?: string;
  sort?: unknown;
  scale?: { type?: string };
  bin?: unknown;
  timeUnit?: string;
  aggregate?: string;
  condition?: { field?: string };
}

/** The parts of a specification that examples look at. */
export interface Spec {
  mark: { type: string };
  title?: { text: string | string[]; subtitle?: string[] };
  /** By channel instead of field: `x`, `y`, `color`, `panel`. */
  data: { values: Record<string, unknown>[] };
  encoding: Record<string, Channel | null>;
  width?: { step?: number };
  facet?: Channel & { row?: Channel };
}

/** A chart's specification, of its panels and of its first layer. */
export function specOf(table: Table, options?: PlotOptions): Spec {
  const spec = plot(table, options).spec as unknown as Spec & {
    spec?: Spec & { layer?: Spec[] };
    layer?: Spec[];
  };
  const body = spec.spec ?? spec;
  // Vega-Lite's own title of a channel is its field.
  const encoding = Object.fromEntries(
    Object.entries(body.encoding).map(([name, channel]) => [
      name,
      channel?.field === undefined ? channel : { title: channel.field, ...channel },
    ]),
  );
  const mark = (body.mark ?? body.layer?.[0]?.mark) as Spec["mark"] | string;
  const { x, y, color } = encoding;
  const channels: Record<string, string | undefined> = {
    x: x?.field,
    y: y?.field,
    color: color?.field ?? color?.condition?.field,
    panel: spec.facet?.field ?? spec.facet?.row?.field,
  };
  // Bars that lie have their names on the vertical axis.
  if ((typeof mark === "string" ? mark : mark.type) === "bar" && y?.type === "nominal")
    [channels["x"], channels["y"]] = [channels["y"], channels["x"]];
  const nameOf = (field: string): string =>
    Object.keys(channels).find((name) => channels[name] === field) ?? field;
  const values = spec.data.values.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [nameOf(field), value])),
  );
  return {
    ...spec,
    ...body,
    mark: typeof mark === "string" ? { type: mark } : mark,
    encoding,
    data: { values },
    ...(spec.title === undefined ? {} : { title: spec.title }),
    ...(spec.facet === undefined ? {} : { facet: spec.facet }),
  };
}

/** Notes shown in a chart. */
export const notes = ({ title }: Spec): string[] => title?.subtitle ?? [title?.text ?? []].flat();

export const DAY = 86_400_000;

/** So many days from 1970 on. */
export const days = (count: number): Date[] => Array.from({ length: count }, (_, day) => new Date(day * DAY));
