/** Line and column, from 1, of a character offset. */
export function positionOf(sql: string, offset: number): { line: number; column: number } {
  const before = sql.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/** Character offset of a line and column, from 1. */
export function offsetOf(sql: string, line: number, column: number): number {
  const before = sql.split("\n").slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, 0) + column - 1;
}
