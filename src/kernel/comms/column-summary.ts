import type { ColumnSummary } from "./grid-request.ts";
import { type GridReader, inPieces } from "./grid-reader.ts";

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
  const isFloat = /^f/.test(reader.column(column).kind);
  await inPieces(reader.file.rows, (from, to) => {
    const values = reader.numbers(column, from, to);
    // In floating-point columns NaN is a value.
    const missing = isFloat ? reader.missing(column, from, to) : null;
    for (let at = 0; at < to - from; at++) {
      const value = values[at] as number;
      if (Number.isNaN(value)) nulls += isFloat ? (missing?.[at] ?? 0) : 1;
      else if (value < least && value !== -Infinity) least = value;
      if (value > most && value !== Infinity) most = value;
    }
  });
  if (most < least) return { nulls, least: null, most: null, bars: [], top: [] };
  const bars = new Array<number>(BARS).fill(0);
  const scale = most === least ? 0 : BARS / (most - least);
  await inPieces(reader.file.rows, (from, to) => {
    for (const value of reader.numbers(column, from, to))
      if (value >= least && value <= most)
        bars[Math.min(BARS - 1, Math.floor((value - least) * scale))]! += 1;
  });
  return { nulls, least, most, bars, top: [] };
}

async function summarizeTexts(reader: GridReader, column: number): Promise<ColumnSummary> {
  const counts = new Map<string, number>();
  let nulls = 0;
  await inPieces(reader.file.rows, (from, to) => {
    for (const value of reader.values(column, from, to)) {
      if (value === null) nulls += 1;
      else if (counts.size <= MAX_COUNTED) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    }
  });
  const ordered = counts.size > MAX_COUNTED ? [] : [...counts].sort(([, a], [, b]) => b - a);
  return { nulls, least: null, most: null, bars: [], top: ordered.slice(0, TOP) };
}
