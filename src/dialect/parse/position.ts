/** Line and column, from 1, of a character offset. */
export function positionOf(sql: string, offset: number): { line: number; column: number } {
  const before = sql.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
