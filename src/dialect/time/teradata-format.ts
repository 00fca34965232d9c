import type { Translation } from "../analyze/translation.ts";
import { literalPiece, type StrftimePiece } from "./format-pieces.ts";

/** Source: Trino, functions/teradata, "Date functions". */
const WORDS: readonly (readonly [string, string])[] = [
  ["yyyy", "%Y"],
  ["yy", "%y"],
  ["mm", "%m"],
  ["dd", "%d"],
  ["hh24", "%H"],
  ["hh", "%I"],
  ["mi", "%M"],
  ["ss", "%S"],
];

export function teradataPieces(t: Translation, format: string, pos: number): StrftimePiece[] {
  const pieces: StrftimePiece[] = [];
  for (let i = 0; i < format.length;) {
    const word = WORDS.find(([name]) => format.slice(i, i + name.length).toLowerCase() === name);
    if (word !== undefined) {
      pieces.push({ strftime: word[1] });
      i += word[0].length;
    } else if (/[-/,.;: ]/.test(format[i]!)) pieces.push(literalPiece(format[i++]!));
    else return t.invalid(`Failed to tokenize string [${format}] at offset [${i}]`, pos);
  }
  return pieces;
}
