import { textLiteral } from "../position-marks.ts";

/** A part of a time's text: a format of the engine's strftime, or SQL of its own over the wall-clock time `w`. */
export type FormatPiece = { readonly strftime: string } | { readonly sql: (w: string) => string };

export const literalPiece = (text: string): FormatPiece => ({ strftime: text.replaceAll("%", "%%") });

/** SQL of the text of a wall-clock time. */
export function formatSql(pieces: readonly FormatPiece[], w: string): string {
  const parts: string[] = [];
  let format = "";
  const flush = (): void => {
    if (format !== "") parts.push(`strftime(${w}, ${textLiteral(format)})`);
    format = "";
  };
  for (const piece of pieces) {
    if ("strftime" in piece) format += piece.strftime;
    else {
      flush();
      parts.push(piece.sql(w));
    }
  }
  flush();
  if (parts.length === 0) return `(CASE WHEN ${w} IS NOT NULL THEN '' END)`;
  return parts.length === 1 ? parts[0]! : `(${parts.join(" || ")})`;
}
