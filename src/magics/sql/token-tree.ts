import type { Piece } from "../../dialect/parse/scan.ts";

/** A pair of parentheses and what is in it. */
export interface SqlGroup {
  readonly kind: "group";
  readonly items: readonly SqlItem[];
  /** Of the opening parenthesis. */
  readonly start: number;
  /** After the closing one; the end of the text when that is missing. */
  readonly end: number;
  readonly closed: boolean;
}

export type SqlItem = Piece | SqlGroup;

/** Nests tokens by their parentheses, comments left out. A surplus `)` is skipped, a missing one stands at the end. */
export function nestTokens(tokens: readonly Piece[], end: number): SqlItem[] {
  let at = 0;
  function read(depth: number): { items: SqlItem[]; closedAt: number | null } {
    const items: SqlItem[] = [];
    while (at < tokens.length) {
      const token = tokens[at] as Piece;
      at += 1;
      if (token.kind === "comment") continue;
      if (token.kind !== "op" || (token.text !== "(" && token.text !== ")")) {
        items.push(token);
      } else if (token.text === "(") {
        const inner = read(depth + 1);
        items.push({
          kind: "group",
          items: inner.items,
          start: token.start,
          end: inner.closedAt ?? end,
          closed: inner.closedAt !== null,
        });
      } else if (depth > 0) {
        return { items, closedAt: token.end };
      }
    }
    return { items, closedAt: null };
  }
  return read(0).items;
}

/** The text of a word in lower case; empty for everything else. */
export function wordOf(item: SqlItem | undefined): string {
  return item?.kind === "word" ? item.text.toLowerCase() : "";
}

/** The name that an identifier stands for, quotes taken away; null for everything else. */
export function nameOf(item: SqlItem | undefined): string | null {
  if (item?.kind === "word") return item.text;
  if (item?.kind !== "quoted") return null;
  const quote = item.text[0] ?? "";
  return item.text.slice(1, item.closed ? -1 : undefined).replaceAll(quote + quote, quote);
}

export function isMark(item: SqlItem | undefined, text: string): boolean {
  return item?.kind === "op" && item.text === text;
}
