/** New text for a part of a cell. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A cell with its parts replaced, which don't overlap. */
export function edited(code: string, edits: readonly Edit[]): string {
  let text = "";
  let done = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    text += code.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return text + code.slice(done);
}
