import { readPattern } from "./java-pattern.ts";

/** A pattern in the engine's syntax (RE2). */
export interface EnginePattern {
  readonly source: string;
  /** True if it is right for ASCII texts only. */
  readonly asciiOnly: boolean;
}

/** The pattern for the engine; null when only a script can match it. @throws SyntaxError for an invalid pattern */
export function enginePattern(pattern: string, hive: boolean): EnginePattern | null {
  const pieces = readPattern(pattern, hive);
  if (pieces.some((piece) => piece.engine === null)) return null;
  return {
    source: pieces.map((piece) => piece.engine).join(""),
    asciiOnly: pieces.some((piece) => piece.asciiOnly),
  };
}
