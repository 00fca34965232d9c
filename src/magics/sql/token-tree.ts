import type { Piece } from "../../dialect/parse/scan.ts";

/** Parentheses and their content. */
export interface SqlGroup {
  readonly kind: "group";
  readonly items: readonly SqlItem[];
  /** Offset of the opening parenthesis. */
  readonly start: number;
  /** Offset after the closing one; the end of the text if it is missing. */
  readonly end: number;
  readonly closed: boolean;
}

export type SqlItem = Piece | SqlGroup;

/** Nests tokens by parentheses, without comments. Unmatched `)` are skipped; unclosed groups extend to the end. */
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

/** A word's text in lowercase; empty for other items. */
export function wordOf(item: SqlItem | undefined): string {
  return item?.kind === "word" ? item.text.toLowerCase() : "";
}

/** An identifier's name without quotes; null for other items. */
export function nameOf(item: SqlItem | undefined): string | null {
  if (item?.kind === "word") return item.text;
  if (item?.kind !== "quoted") return null;
  const quote = item.text[0] ?? "";
  return item.text.slice(1, item.closed ? -1 : undefined).replaceAll(quote + quote, quote);
}

export function isMark(item: SqlItem | undefined, text: string): boolean {
  return item?.kind === "op" && item.text === text;
}
