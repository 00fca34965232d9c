/** Line and column, from 1, of an offset. Columns count characters as Trino does: one outside of Unicode's first plane is one column, and two units of an offset. */
export function positionOf(sql: string, offset: number): { line: number; column: number } {
  const lines = sql.slice(0, offset).split("\n");
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

/** Offset of a line and column, from 1. */
export function offsetOf(sql: string, line: number, column: number): number {
  const lines = sql.split("\n");
  const before = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0);
  const wide = [...(lines[line - 1] ?? "")].slice(0, column - 1).filter(({ length }) => length > 1);
  return before + column - 1 + wide.length;
}
