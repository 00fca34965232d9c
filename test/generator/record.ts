import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { isRefused, type Lines, linesOf, type Outcome } from "./compare.ts";

/** A statement with a real engine's outcome: an answer, or the name of the error. */
export type Recorded = { readonly sql: string } & (Lines | { readonly error: string });

const fileOf = (dialect: Dialect): string =>
  join(process.cwd(), "test", "service", "generated", `${dialect}.jsonl`);

export function readRecord(dialect: Dialect): Recorded[] {
  const lines = readFileSync(fileOf(dialect), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Recorded);
}

/** How often a function or grammar word occurs in the record at most, and the maximum length of a line. */
const MAX_OF_ONE = 1;
const MAX_LENGTH = 500;

/** Keeps those of the given statements with a function or word that is still rare in the record. */
export function writeRecord(dialect: Dialect): { add(sql: string, outcome: Outcome): void; save(): void } {
  const seen = new Map<string, number>();
  const lines: string[] = [];
  return {
    add(sql, outcome) {
      const words = new Set(
        sql.replaceAll(/'(?:[^']|'')*'/g, "''").match(/\b[a-z]\w*(?=\()|\b[A-Z]{2,}\b|[<>=|%/*+-]+/g),
      );
      const line = JSON.stringify(
        isRefused(outcome) ? { sql, error: outcome.kind } : { sql, ...linesOf(outcome) },
      );
      if (line.length > MAX_LENGTH || ![...words].some((word) => (seen.get(word) ?? 0) < MAX_OF_ONE)) return;
      for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
      lines.push(line);
    },
    save: () => writeFileSync(fileOf(dialect), lines.map((line) => `${line}\n`).join("")),
  };
}
