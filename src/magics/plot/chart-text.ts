import { formatDate } from "../display/format-date.ts";
import { oneLine } from "../display/format-cells.ts";
import { textWidth } from "../display/text-width.ts";
import type { ChartData, ChartSeries } from "./chart-data.ts";
import { sparkline } from "./sparkline.ts";

const WIDTH = 60;
const BAR_WIDTH = 40;
const MOST_LINES = 12;

/**
 * A chart in plain text: what is drawn over what, then a row of blocks per series with its lowest and highest value, or a bar per
 * category when there is one series of them.
 */
export function chartText(data: ChartData): string {
  const [first, second] = data.series;
  if (data.kind === "category" && first !== undefined && second === undefined) return barsText(data, first);
  const shown = data.series.slice(0, MOST_LINES);
  const labels = shown.map(({ name }) => oneLine(name));
  const longest = Math.max(...labels.map(textWidth));
  const lines = shown.map(({ points }, at) => {
    const label = labels[at] ?? "";
    const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
    const range =
      values.length === 0 ? "no values" : `${short(Math.min(...values))} to ${short(Math.max(...values))}`;
    return `${label}${" ".repeat(longest - textWidth(label))} ${sparkline(points, WIDTH)} ${range}`;
  });
  const more = data.series.length - shown.length;
  return [title(data), ...lines, ...(more > 0 ? [`and ${more} more series`] : [])].join("\n");
}

function barsText(data: ChartData, { name, points }: ChartSeries): string {
  const shown = points.slice(0, MOST_LINES);
  const labels = shown.map(({ x }) => oneLine(data.categories[x] ?? ""));
  const longest = Math.max(...labels.map(textWidth));
  const largest = Math.max(...shown.map(({ y }) => Math.abs(y ?? 0)));
  const lines = shown.map(({ y }, at) => {
    const label = labels[at] ?? "";
    const length = largest === 0 ? 0 : Math.round((Math.abs(y ?? 0) / largest) * BAR_WIDTH);
    return `${label}${" ".repeat(longest - textWidth(label))} ${"█".repeat(length)} ${y === null ? "null" : short(y)}`;
  });
  const more = points.length - shown.length;
  return [`${title(data)}: ${oneLine(name)}`, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

function title(data: ChartData): string {
  const drawn = data.kind === "category" ? "bars" : data.series.length > 1 ? "lines" : "line";
  return `chart: ${drawn} over ${oneLine(data.title)}${span(data)}`;
}

function span({ kind, series, zone, categories }: ChartData): string {
  if (kind === "category") return `, ${categories.length} of them`;
  const xs = series[0]?.points.map(({ x }) => x) ?? [];
  const [first, last] = [xs[0], xs.at(-1)];
  if (first === undefined || last === undefined) return "";
  if (kind === "number") return `, ${short(first)} to ${short(last)}`;
  return ` (${zone}), ${formatDate(new Date(first), null, "second")} to ${formatDate(new Date(last), null, "second")}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
