import { rowReader } from "../../core/blocks/row-reader.ts";
import type { ColumnSummary } from "./grid-request.ts";
import { doublesOf, type GridBlock, type GridReader } from "./grid-reader.ts";

const BARS = 20;
const TOP = 12;
const MAX_COUNTED = 10_000;

/** Summarizes a column; numbers take two passes, for range and histogram. */
export function summarize(reader: GridReader, column: number): Promise<ColumnSummary> {
  return reader.isNumeric(column) ? summarizeNumbers(reader, column) : summarizeTexts(reader, column);
}

async function summarizeNumbers(reader: GridReader, column: number): Promise<ColumnSummary> {
  let nulls = 0;
  let least = Infinity;
  let most = -Infinity;
  await reader.scan(column, (block) => {
    nulls += nullCount(block);
    for (const value of doublesOf(block)) {
      if (value < least && value !== -Infinity) least = value;
      if (value > most && value !== Infinity) most = value;
    }
  });
  if (most < least) return { nulls, least: null, most: null, bars: [], top: [] };
  const bars = new Array<number>(BARS).fill(0);
  const scale = most === least ? 0 : BARS / (most - least);
  await reader.scan(column, (block) => {
    for (const value of doublesOf(block))
      if (value >= least && value <= most)
        bars[Math.min(BARS - 1, Math.floor((value - least) * scale))]! += 1;
  });
  return { nulls, least, most, bars, top: [] };
}

function nullCount({ data, from, to }: GridBlock): number {
  let count = 0;
  if ("nulls" in data) {
    for (let at = 0; data.nulls !== null && at < to - from; at++) count += data.nulls[at] as number;
    return count;
  }
  const read = rowReader(data);
  for (let at = 0; at < to - from; at++) if (read(at) === null) count++;
  return count;
}

async function summarizeTexts(reader: GridReader, column: number): Promise<ColumnSummary> {
  const counts = new Map<string, number>();
  let nulls = 0;
  await reader.scan(column, ({ data, from, to }) => {
    const read = rowReader(data) as (row: number) => string | boolean | null;
    for (let at = 0; at < to - from; at++) {
      const value = read(at);
      if (value === null) nulls += 1;
      else if (counts.size <= MAX_COUNTED) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    }
  });
  const ordered = counts.size > MAX_COUNTED ? [] : [...counts].sort(([, a], [, b]) => b - a);
  return { nulls, least: null, most: null, bars: [], top: ordered.slice(0, TOP) };
}
