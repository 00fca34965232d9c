import type { Dialect } from "../dialect.ts";
import { scanCode } from "./scan.ts";

/** First words of statements that only read. */
export const READING_WORDS: ReadonlySet<string> = new Set([
  "select", "with", "values", "table", "show", "describe", "desc", "(",
]); // prettier-ignore

/** Whether a statement only reads, judged by the first of its words. */
export function onlyReads([first = ""]: readonly string[]): boolean {
  return READING_WORDS.has(first);
}

/** The first words and symbols of a statement, lowercase, without scanning the rest. */
export function firstWords(sql: string, count: number): string[] {
  const words: string[] = [];
  for (const { text } of scanCode(sql, "presto")) if (words.push(text.toLowerCase()) === count) break;
  return words;
}

/** What is read of a statement's text before it is sent. */
export interface StatementText {
  /** The text without final semicolons, which servers reject; comments after them stay. */
  readonly text: string;
  /** Its first two words or symbols, lowercase. */
  readonly words: readonly string[];
  /** Whether a semicolon divides it. */
  readonly isDivided: boolean;
}

/** Reads a statement's text in one scan, and its first words only where it has no semicolon. */
export function readStatementText(sql: string, dialect: Dialect): StatementText {
  const words: string[] = [];
  const mayEnd = sql.includes(";");
  let ends: number[] = [];
  let isDivided = false;
  for (const { text, start } of scanCode(sql, dialect)) {
    if (words.length < 2) words.push(text.toLowerCase());
    else if (!mayEnd) break;
    if (text === ";") ends.push(start);
    else {
      isDivided ||= ends.length > 0;
      ends = [];
    }
  }
  const parts = ends.map((at, index) => sql.slice(index === 0 ? 0 : ends[index - 1]! + 1, at));
  return { text: parts.join("") + sql.slice(ends.length === 0 ? 0 : ends.at(-1)! + 1), words, isDivided };
}

/** Clauses in which a comma does not divide tables. */
const OTHER_CLAUSES: ReadonlySet<string> = new Set([
  "select",
  "where",
  "by",
  "having",
  "limit",
  "values",
  "set",
]);

/** Whether a statement's text ends where FROM or JOIN expects a table. */
export function endsBeforeTable(sql: string, dialect: Dialect): boolean {
  const words = Array.from(scanCode(sql, dialect), ({ kind, text }) =>
    kind === "quoted" ? "" : text.toLowerCase(),
  );
  let last = words.length - 1;
  while (words[last] === "(") last -= 1;
  if (words[last] !== ",") return /^(?:from|join)$/.test(words[last] ?? "");
  for (let at = last, depth = 0; at >= 0; at -= 1) {
    const word = words[at] ?? "";
    if (word === ")") depth += 1;
    else if (word === "(" && depth > 0) depth -= 1;
    else if (depth > 0) continue;
    else if (word === "from" && words[at - 1] !== "distinct") return true;
    else if (word === "(" || OTHER_CLAUSES.has(word)) return false;
  }
  return false;
}
