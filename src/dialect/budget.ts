import { SqlError } from "./sql-error.ts";

/** The most that reading and compiling a statement may take: a base, and more for each of its characters. */
export const LIMITS = {
  /** Steps: parts that are made, put together, compared and printed. */
  steps: { base: 2_000_000, perCharacter: 400 },
  /** Characters of the engine's SQL, which needs some eighty bytes for each. */
  characters: { base: 4 * 1024 * 1024, perCharacter: 64 },
} as const;

const limitOf = ({ base, perCharacter }: { base: number; perCharacter: number }, length: number): number =>
  base + perCharacter * length;

/** What is left for the statement that is being compiled. A compilation does not wait for anything, so there is never a second one. */
let steps = Infinity;
let characters = Infinity;

/**
 * Runs a part of a statement's compilation; what has a budget already goes on with it.
 *
 * @param length - Of the statement, in characters.
 * @throws SqlError EXCEEDED_LIMIT by the limit's name
 */
export function withinBudget<T>(length: number, compile: () => T, most = limitOf(LIMITS.steps, length)): T {
  if (steps !== Infinity) return compile();
  steps = most;
  characters = Math.min(limitOf(LIMITS.characters, length), 64 * 1024 * 1024);
  try {
    return compile();
  } finally {
    steps = characters = Infinity;
  }
}

/** Whether nothing is left: the next step fails. */
export const isSpent = (): boolean => steps < 1;

/** Counts a step of the compilation. @param size - Approximate length of the SQL that it made, in characters. @param count - Parts that it read. */
export function step(size = 0, count = 1): void {
  if (size > characters) throw tooLong();
  if ((steps -= count) < 0)
    throw new SqlError(
      "EXCEEDED_LIMIT",
      "the statement takes more steps to compile than its length allows; split it, or put parts of it in tables",
    );
}

const tooLong = (): SqlError =>
  new SqlError(
    "EXCEEDED_LIMIT",
    "an expression uses parts of itself too often: the engine's SQL would be too long; put them in a subquery",
  );
