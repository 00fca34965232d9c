/** A stretch of SQL text that is one thing: white space and comments, a quoted text or name, a word, or one sign. */
export interface SqlPiece {
  readonly kind: "space" | "quoted" | "word" | "sign";
  readonly text: string;
}

const PIECE =
  /(?<space>(?:\s+|--[^\n]*\n?|\/\*[\s\S]*?\*\/)+)|(?<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`)|(?<word>[\p{L}\p{N}_.$]+)|(?<sign>[\s\S])/gu;

/** Cuts SQL into pieces that put together give it back. */
export function scanSql(sql: string): SqlPiece[] {
  return [...sql.matchAll(PIECE)].map((match) => {
    const groups = match.groups ?? {};
    const kind =
      (["space", "quoted", "word", "sign"] as const).find((name) => groups[name] !== undefined) ?? "sign";
    return { kind, text: match[0] };
  });
}
