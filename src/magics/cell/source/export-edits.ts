import type ts from "typescript";
import type { Edit } from "./edited.ts";
import { typescript } from "./typescript.ts";

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
