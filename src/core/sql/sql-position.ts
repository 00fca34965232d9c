/** Error position as the engines write it: `line 1:8: ...`. */
const POSITION = /\bline (\d+):(\d+)/gi;

/** Adjusts a message's position to the caller's SQL, which was sent below `headerLines` comment lines. */
export function placeInUserSql(
  message: string,
  headerLines: number,
): { message: string; line: number | null; column: number | null } {
  const first = new RegExp(POSITION.source, "i").exec(message);
  const line = first === null ? null : Number(first[1]) - headerLines;
  if (first === null || line === null || line < 1) return { message, line: null, column: null };
  const moved = message.replace(POSITION, (whole, lineText: string, columnText: string) => {
    const here = Number(lineText) - headerLines;
    return here < 1 ? whole : `${whole.slice(0, 5)}${here}:${columnText}`;
  });
  return { message: moved, line, column: Number(first[2]) };
}
