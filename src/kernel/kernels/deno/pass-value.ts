import type ts from "typescript";
import type { CellSource } from "../../../magics/cell/source/source.ts";
import { typescript } from "../../../magics/cell/source/typescript.ts";
import type { Edit } from "../../../magics/cell/source/edited.ts";
import { CALLS_EXPRESSION } from "./hidden-cell.ts";

const PASSED = ` instanceof ${CALLS_EXPRESSION}.passed`;

/**
 * Passes the value of a cell's last expression to the boot module, because Deno loses BigInts, NaN, infinite numbers and -0. An operator
 * behind the expression leaves the columns of errors as they are.
 */
export function passValue({ code, file, lastExpressions }: CellSource): Edit[] {
  // Deno reads a cell in braces as an object, if it can.
  if (/^\s*\{/.test(code)) return [];
  return lastExpressions.flatMap((expression): Edit[] => {
    const { end } = expression;
    const start = expression.getStart(file);
    if (!bindsLess(expression)) return [{ start: end, end, text: PASSED }];
    const opening = { start, end: start, text: continues(expression.parent, file) ? ";(" : "(" };
    return [opening, { start: end, end, text: `)${PASSED}` }];
  });
}

/** Whether an expression needs parentheses before `instanceof`. */
function bindsLess(expression: ts.Expression): boolean {
  const is = typescript();
  const { FirstAssignment, LastAssignment } = is.SyntaxKind;
  if (is.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    return (
      (FirstAssignment <= kind && kind <= LastAssignment) ||
      LESS.test(expression.operatorToken.getText(expression.getSourceFile()))
    );
  }
  return (
    is.isConditionalExpression(expression) ||
    is.isArrowFunction(expression) ||
    is.isAsExpression(expression) ||
    is.isSatisfiesExpression(expression)
  );
}

const LESS = /^(?:[=!]==?|[&|^,]|&&|\|\||\?\?)$/;

/** Whether a parenthesis at the statement's start would go on with the statement before it. */
function continues({ parent, pos }: ts.Node, file: ts.SourceFile): boolean {
  const isFirst = !("statements" in parent) || (parent.statements as readonly ts.Node[])[0]?.pos === pos;
  return !isFirst && !file.text.startsWith(";", pos - 1);
}
