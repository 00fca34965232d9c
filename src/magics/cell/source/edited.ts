import type ts from "typescript";
import { typescript } from "./typescript.ts";

/** New text for a part of a cell or query. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A cell or query with its parts replaced, which don't overlap. */
export function edited(code: string, edits: readonly Edit[]): string {
  let text = "";
  let copiedTo = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    text += code.slice(copiedTo, edit.start) + edit.text;
    copiedTo = edit.end;
  }
  return text + code.slice(copiedTo);
}

/** Blanks the word `export` of a declaration with a name, and a list of exported names: all that a cell declares is the notebook's. */
export function exportEdits(statement: ts.Statement): Edit[] {
  const is = typescript();
  if (is.isExportDeclaration(statement))
    return statement.moduleSpecifier === undefined ? [blank(statement)] : [];
  if (!is.canHaveModifiers(statement)) return [];
  const [first, second] = is.getModifiers(statement) ?? [];
  const isExport =
    first?.kind === is.SyntaxKind.ExportKeyword && second?.kind !== is.SyntaxKind.DefaultKeyword;
  return isExport ? [blank(first)] : [];
}

function blank(node: ts.Node): Edit {
  const [start, end] = [node.getStart(), node.end];
  return { start, end, text: node.getText().replace(/[^\n\r]/g, " ") };
}
