const OPEN = "\ue000";
const CLOSE = "\ue001";
const MARK = /\ue000(\d+)\ue001/g;

/** Text that stands in front of a piece of generated SQL and names the place in the user's statement that it comes from. */
export function markPosition(pos: number): string {
  return `${OPEN}${pos}${CLOSE}`;
}

/** Generated SQL without its marks, and where they were. */
export interface MarkedSql {
  readonly sql: string;
  /** Offsets in `sql`, ascending, with the offsets in the user's statement. */
  readonly marks: readonly { readonly at: number; readonly pos: number }[];
}

export function takeMarks(marked: string): MarkedSql {
  const marks: { at: number; pos: number }[] = [];
  let removed = 0;
  const sql = marked.replace(MARK, (mark, pos: string, offset: number) => {
    marks.push({ at: offset - removed, pos: Number(pos) });
    removed += mark.length;
    return "";
  });
  return { sql, marks };
}

/** SQL of a text literal; characters that would look like a mark are written as code points. */
export function textLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  if (!/[\ue000\ue001\0]/.test(text)) return quoted;
  const parts = text.split(/([\ue000\ue001\0])/).filter((part) => part !== "");
  return `(${parts.map((part) => (/^[\ue000\ue001\0]$/.test(part) ? `chr(${part.charCodeAt(0)})` : `'${part.replaceAll("'", "''")}'`)).join(" || ")})`;
}
