import { errors } from "./causes.ts";
import { type Answer, difference, isRefused, type Outcome } from "./compare.ts";
import { type Known, knownDifferences } from "./known-differences.ts";
import { print, smaller, size, type Node } from "./node.ts";
import { Queries } from "./queries.ts";
import { Random } from "./random.ts";
import { aggregateBatch, scalarBatch, windowBatch, type Batch } from "./statements.ts";
import { simplest, type Vocabulary } from "./vocabulary.ts";

export interface Engine {
  run(sql: string): Promise<Outcome>;
}

/** A statement with different answers, shrunk. */
export interface Difference {
  readonly sql: string;
  readonly what: string;
}

export interface Figures {
  statements: number;
  agreed: number;
  refusedOnBoth: number;
  /** Answered by the real engine, refused by the embedded one as not supported: counts by message. */
  readonly refusedByName: Map<string, number>;
  /** Counts by known reason. */
  readonly known: Map<string, number>;
  readonly differences: Difference[];
}

export interface Comparison {
  readonly words: Vocabulary;
  readonly seed: number;
  /** Minimum number of statements to compare. */
  readonly count: number;
  readonly real: Engine;
  readonly here: Engine;
  readonly onProgress?: (figures: Figures) => void;
  readonly onDifference?: (difference: Difference) => void;
  readonly onKnown?: (difference: Difference, reason: string) => void;
  readonly onAgreed?: (sql: string, real: Outcome) => void;
}

/**
 * Batches per round, the first eight of combined expressions and the others of one query; and expressions per combined query. Hive
 * starts a job for each query with more than a scan.
 */
const SHARES = {
  presto: { together: 4, round: 48, scalars: 25, aggregates: 15, windows: 10 },
  hive: { together: 1, round: 12, scalars: 60, aggregates: 30, windows: 8 },
};

/** Statements of the batch with this number, determined by the seed and the number. */
export function batchAt(words: Vocabulary, seed: number, index: number): Batch {
  const random = new Random(seed * 1_000_003 + index);
  const { round, scalars, aggregates, windows } = SHARES[words.dialect];
  const [turn, place] = [Math.floor(index / round), index % round];
  if (place < 4) return scalarBatch(random, words, (turn * 4 + place) * scalars, scalars);
  if (place < 6) return aggregateBatch(random, words, (turn * 2 + place - 4) * aggregates, aggregates);
  if (place < 8) return windowBatch(random, words, (turn * 2 + place - 6) * windows, windows);
  return { items: [new Queries(random, words).statement()], query: ([statement]) => statement! };
}

/** Maximum statements sent to the real engine to shrink one difference. */
const MAX_SHRINKING = { presto: 40, hive: 20 };

/** Runs generated statements on both engines until the requested number is compared. */
export async function compare(comparison: Comparison): Promise<Figures> {
  const { words, seed, count } = comparison;
  const figures: Figures = {
    statements: 0,
    agreed: 0,
    refusedOnBoth: 0,
    refusedByName: new Map(),
    known: new Map(),
    differences: [],
  };
  let index = 0;
  const worker = async (): Promise<void> => {
    while (figures.statements < count) {
      const batch = batchAt(words, seed, index++);
      figures.statements += batch.items.length;
      await compareBatch(comparison, batch, figures);
      comparison.onProgress?.(figures);
    }
  };
  await Promise.all(Array.from({ length: SHARES[words.dialect].together }, worker));
  return figures;
}

/**
 * Expressions that the embedded engine answers are sent to the real one together, in halves where it refuses them; those that differ or
 * are refused are sent alone, as the real engine takes long for any statement.
 */
async function compareBatch(
  comparison: Comparison,
  { items, query }: Batch,
  figures: Figures,
): Promise<void> {
  const { here } = comparison;
  const statements = items.map((item) => query([item]));
  const own: Outcome[] = [];
  for (const statement of statements) own.push(await here.run(print(statement)));
  const answered = [...items.keys()].filter((i) => !isRefused(own[i]!));
  const known = await askTogether(comparison, { items, query }, answered);
  for (const [i, statement] of statements.entries()) {
    const real = known.get(i);
    if (real !== undefined && difference(real, own[i]!) === null) {
      figures.agreed++;
      comparison.onAgreed?.(print(statement), real);
    } else await compareOne(comparison, statement, own[i]!, figures);
  }
}

/** The real engine's answers to some of a batch's items; without those that it refuses, or that are alone. */
async function askTogether(
  comparison: Comparison,
  { items, query }: Batch,
  some: readonly number[],
): Promise<Map<number, Answer>> {
  if (some.length < 2) return new Map();
  const real = await comparison.real.run(print(query(some.map((i) => items[i]!))));
  if (!isRefused(real)) return new Map(some.map((i, place) => [i, columnOf(real, place + 1)]));
  const half = Math.ceil(some.length / 2);
  const first = await askTogether(comparison, { items, query }, some.slice(0, half));
  const rest = await askTogether(comparison, { items, query }, some.slice(half));
  return new Map([...first, ...rest]);
}

/** The real engine's answer for one of several expressions: the row's key and its value. */
const columnOf = ({ types, rows }: Answer, column: number): Answer => ({
  types: [types[0]!, types[column]!],
  rows: rows.map((row) => [row[0], row[column]]),
});

async function compareOne(
  comparison: Comparison,
  statement: Node,
  here: Outcome,
  figures: Figures,
  again = comparison.words.dialect === "presto",
): Promise<void> {
  const real = await comparison.real.run(print(statement));
  const what = difference(real, here);
  if (what === null) {
    if (isRefused(real)) figures.refusedOnBoth++;
    else figures.agreed++;
    comparison.onAgreed?.(print(statement), real);
    if (again && [real, here].every(isCaught)) await compareTried(comparison, errors(statement), figures);
    return;
  }
  if (isRefused(here) && here.kind === "NOT_SUPPORTED")
    return tally(figures.refusedByName, here.error.replace(/^line \d+:\d+: /, ""));
  // A refusal may be known whatever the statement is; that needs no shrinking.
  if (what.startsWith("refused") && (await isKnown(comparison, { statement, what }, figures))) return;
  const found = isRepeated(figures, what)
    ? { statement, what }
    : await shrink(comparison, { statement, what });
  if (await isKnown(comparison, found, figures)) return;
  const one = { sql: print(found.statement), what: found.what };
  figures.differences.push(one);
  comparison.onDifference?.(one);
}

/** What both engines refuse for a value is compared again, with TRY around every value. */
async function compareTried(comparison: Comparison, statement: Node, figures: Figures): Promise<void> {
  figures.statements++;
  await compareOne(comparison, statement, await comparison.here.run(print(statement)), figures, false);
}

const CAUGHT = ["DIVISION_BY_ZERO", "INVALID_CAST_ARGUMENT", "INVALID_FUNCTION_ARGUMENT", "NUMERIC_VALUE_OUT_OF_RANGE"]; // prettier-ignore
const isCaught = (outcome: Outcome): boolean => isRefused(outcome) && CAUGHT.includes(outcome.kind);

/** Counts a known difference, if one explains what was found. */
async function isKnown(comparison: Comparison, found: Found, figures: Figures): Promise<boolean> {
  const one = { sql: print(found.statement), what: found.what };
  for (const known of knownDifferences(comparison.words.dialect, one)) {
    if (!(await explains(comparison, known, found.statement))) continue;
    tally(figures.known, known.reason);
    comparison.onKnown?.(one, known.reason);
    return true;
  }
  return false;
}

/** Whether a statement's difference goes away with its known cause. */
async function explains(
  { real, here }: Comparison,
  { without = same, instead = same, plain }: Known,
  statement: Node,
): Promise<boolean> {
  if (without === same && instead === same && plain === undefined) return true;
  const own = await here.run(print(without(statement)));
  return (
    !isRefused(own) && difference(await real.run(print(instead(without(statement)))), own, plain) === null
  );
}

const same = (statement: Node): Node => statement;

/** Refusals with the same message as earlier ones are not shrunk again. */
function isRepeated({ differences }: Figures, what: string): boolean {
  return (
    !what.startsWith("rows") && differences.filter((one) => refusal(one.what) === refusal(what)).length >= 2
  );
}

/** A refusal without its positions and values. */
export const refusal = (what: string): string =>
  what.replace(/line \d+:\d+: /, "").replace(/'[^']*'|"[^"]*"|\d+|\(.*/g, "…");

interface Found {
  readonly statement: Node;
  readonly what: string;
}

/** Shrinks a statement step by step while it differs in the same way. */
async function shrink({ words, real, here }: Comparison, found: Found): Promise<Found> {
  let tried = 0;
  const way = (what: string): string =>
    what.startsWith("rows") ? "rows" : what.split(" ").slice(0, 4).join(" ");
  const refusedHere = found.what.startsWith("refused here");
  const step = async (from: Found): Promise<Found | null> => {
    for (const statement of smaller(from.statement, (sort) => simplest(words, sort))) {
      const sql = print(statement);
      if (size(statement) > size(from.statement) || sql === print(from.statement)) continue;
      const own = await here.run(sql);
      if (isRefused(own) !== refusedHere) continue;
      if (++tried > MAX_SHRINKING[words.dialect]) return null;
      const what = difference(await real.run(sql), own);
      if (what !== null && way(what) === way(from.what)) return { statement, what };
    }
    return null;
  };
  for (let next: Found | null = found; next !== null; next = await step(found)) found = next;
  return found;
}

function tally(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
