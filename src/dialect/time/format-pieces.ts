import { engine, literal, type Sql, chain, group } from "../sql/tree.ts";

export interface StrftimePiece {
  readonly strftime: string;
}

/** A piece of a time format: a strftime format of the engine, or SQL of the local time `w` at the instant `i`. */
export type FormatPiece = StrftimePiece | { readonly sql: (w: Sql, i: Sql) => Sql };

export const literalPiece = (text: string): StrftimePiece => ({ strftime: text.replaceAll("%", "%%") });

/** The engine's format of pieces without SQL, which it also parses texts by. */
export const readingOf = (pieces: readonly StrftimePiece[]): string =>
  pieces.map(({ strftime }) => strftime).join("");

/** SQL that formats a local time. @param i - Its instant, without which it is in UTC. */
export function piecesSql(pieces: readonly FormatPiece[], w: Sql, i: Sql = w): Sql {
  const parts: Sql[] = [];
  let format = "";
  const flush = (): void => {
    if (format !== "") parts.push(engine`strftime(${w}, ${literal(format)})`);
    format = "";
  };
  for (const piece of pieces) {
    if ("strftime" in piece) format += piece.strftime;
    else {
      flush();
      parts.push(piece.sql(w, i));
    }
  }
  flush();
  if (parts.length === 0) return engine`(CASE WHEN ${w} IS NOT NULL THEN '' END)`;
  return parts.length === 1 ? parts[0]! : group(chain("||", parts));
}
