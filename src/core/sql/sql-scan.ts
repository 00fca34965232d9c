import type { EngineType } from "../engine/descriptor.ts";

/** White space and comments, which are no tokens. */
const SPACE = String.raw`\s+|--[^\n]*|/\*[^]*?(?:\*/|$)`;
/** Texts, quoted names, words and single signs, in the two dialects' spellings. */
const TOKENS = {
  presto: new RegExp(String.raw`(${SPACE})|'[^']*(?:''[^']*)*(?:'|$)|"[^"]*(?:""[^"]*)*(?:"|$)|\w+|[^]`, "y"),
  hive: new RegExp(
    String.raw`(${SPACE})|'[^'\\]*(?:\\[^][^'\\]*)*(?:'|$)|"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|\`[^\`]*(?:\`|$)|\w+|[^]`,
    "y",
  ),
};

interface Token {
  readonly text: string;
  readonly at: number;
}

function* tokens(sql: string, type: EngineType): Generator<Token> {
  const pattern = new RegExp(TOKENS[type]);
  while (pattern.lastIndex < sql.length) {
    const at = pattern.lastIndex;
    const [text = "", space] = pattern.exec(sql) ?? [];
    if (space === undefined) yield { text, at };
  }
}

/** The statement without the semicolons that end it: servers take one statement, and refuse the sign. Comments behind it stay. */
export function withoutFinalSemicolons(sql: string, type: EngineType): string {
  if (!sql.includes(";")) return sql;
  let ends: number[] = [];
  for (const { text, at } of tokens(sql, type)) {
    if (text === ";") ends.push(at);
    else ends = [];
  }
  return ends.reduceRight((text, at) => text.slice(0, at) + text.slice(at + 1), sql);
}

/** The first words of a statement, in lower case; brackets in front of it are skipped. */
export function firstWords(sql: string, count: number): string {
  const words: string[] = [];
  for (const { text } of tokens(sql, "presto")) {
    if (words.length === 0 && text === "(") continue;
    words.push(text.toLowerCase());
    if (words.length === count) break;
  }
  return words.join(" ");
}

/** Whether a statement changes nothing, by its first word. */
export function onlyReads(sql: string): boolean {
  return /^(select|with|values|table|show|describe|desc)$/.test(firstWords(sql, 1));
}
