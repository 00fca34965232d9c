import type { ChartColumn } from "../columns/chart-column.ts";
import { DAY, unitIndex } from "../columns/time-unit.ts";
import { withNumbers, type SeriesLine } from "./line-points.ts";

const SAMPLE = 5000;
const TOLERANCE = 1.5;

/** How far apart the places of an axis are. */
export interface Steps {
  /** The distance that most of them have, in units of time or in numbers; null if there is none. */
  readonly usual: number | null;
  readonly isEven: boolean;
}

/** Of an axis that has no steps. */
export const EVEN: Steps = { usual: null, isEven: true };

/** The steps of an axis; the days on which a stock exchange is open have no usual one. */
export function stepsOf(x: ChartColumn, rows: Uint32Array): Steps {
  const sample = withNumbers(rows.subarray(0, SAMPLE), x.numbers);
  const places = [...new Set(Array.from(sample, (row) => x.numbers[row] ?? 0))].sort((a, b) => a - b);
  const counts = new Map<number, number>();
  let steps = 0;
  for (let at = 1; at < places.length; at += 1) {
    const step = Number((indexOf(x, places[at] ?? 0) - indexOf(x, places[at - 1] ?? 0)).toPrecision(9));
    if (step === 0) continue;
    counts.set(step, (counts.get(step) ?? 0) + 1);
    steps += 1;
  }
  const isEven = counts.size <= 1;
  const [usual] = [...counts].sort((a, b) => b[1] - a[1]);
  const isWeekend = (time: number): boolean => new Date(x.clock(time)).getUTCDay() % 6 === 0;
  const areWorkdays =
    x.kind === "time" && x.unit.unit === "day" && places.length > 7 && !places.some(isWeekend);
  if (usual === undefined || usual[1] <= steps / 2 || areWorkdays) return { usual: null, isEven };
  return { usual: usual[0], isEven };
}

/** Days and longer units are counted on the clock, shorter ones in time, as hours that a change of clocks leaves out are not missing. */
function indexOf({ kind, unit, clock }: ChartColumn, value: number): number {
  return kind === "time" ? unitIndex(unit, unit.ms >= DAY ? clock(value) : value) : value;
}

/** Adds a point without a value, which breaks the line, where more than a step is missing; of a thinned line, more than lie between two points. */
export function withGaps(x: ChartColumn, line: SeriesLine, step: number | null, most: number): SeriesLine {
  const scale = line.isThinned ? 2 * Math.ceil((2 * line.rows) / most) : 1;
  const reach = TOLERANCE * scale * (step ?? Infinity);
  const points = line.points.flatMap((point, at) => {
    const before = line.points[at - 1];
    if (before === undefined || indexOf(x, point.x) - indexOf(x, before.x) <= reach) return [point];
    return [{ x: (before.x + point.x) / 2, y: null }, point];
  });
  return { ...line, points };
}
