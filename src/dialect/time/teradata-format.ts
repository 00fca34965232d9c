import type { Translation } from "../analyze/translation.ts";
import { literalPiece, type FormatPiece } from "./format-pieces.ts";

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

function scan(t: Translation, format: string, pos: number): (string | { literal: string })[] {
  const parts: (string | { literal: string })[] = [];
  for (let i = 0; i < format.length;) {
    const word = WORDS.find(([name]) => format.slice(i, i + name.length).toLowerCase() === name);
    if (word !== undefined) {
      parts.push(word[1]);
      i += word[0].length;
    } else if (/[-/,.;: ]/.test(format[i]!)) parts.push({ literal: format[i++]! });
    else return t.invalid(`Failed to tokenize string [${format}] at offset [${i}]`, pos);
  }
  return parts;
}

export function teradataPieces(t: Translation, format: string, pos: number): FormatPiece[] {
  return scan(t, format, pos).map((part) =>
    typeof part === "string" ? { strftime: part } : literalPiece(part.literal),
  );
}

export function teradataReading(t: Translation, format: string, pos: number): string {
  return scan(t, format, pos)
    .map((part) => (typeof part === "string" ? part : part.literal))
    .join("");
}
