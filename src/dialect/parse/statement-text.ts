import type { Dialect } from "../dialect.ts";
import { scanCode } from "./scan.ts";

/** First words of statements that only read. */
export const READING_WORDS: ReadonlySet<string> = new Set([
  "select", "with", "values", "table", "show", "describe", "desc", "(",
]); // prettier-ignore

/** Whether a statement only reads, judged by its first word. */
export function onlyReads(sql: string): boolean {
  return READING_WORDS.has(firstWords(sql, 1)[0] ?? "");
}

/** The first words and symbols of a statement, lowercase, without scanning the rest. */
export function firstWords(sql: string, count: number): string[] {
  const words: string[] = [];
  for (const { text } of scanCode(sql, "presto")) if (words.push(text.toLowerCase()) === count) break;
  return words;
}

/** Removes final semicolons, which servers reject; comments after them stay. */
export function withoutFinalSemicolons(sql: string, dialect: Dialect): string {
  if (!sql.includes(";")) return sql;
  let ends: number[] = [];
  for (const { text, start } of scanCode(sql, dialect)) {
    if (text === ";") ends.push(start);
    else ends = [];
  }
  return ends.reduceRight((text, at) => text.slice(0, at) + text.slice(at + 1), sql);
}
