import type ts from "typescript";
import type { CellSource } from "../../../magics/cell/source/source.ts";
import { typescript } from "../../../magics/cell/source/typescript.ts";
import { exportEdits, type Edit } from "../../../magics/cell/source/edited.ts";
import { namedError } from "../../cells/error-content.ts";

/** What cells declare at their top level, where Deno is stricter than a notebook: it refuses `export`, and `const n` after `let n`. */
export class CellDeclarations {
  readonly #letNames = new Set<string>();

  /** Edits that keep all columns. */
  rewrite({ code, statements }: CellSource): Edit[] {
    return statements.flatMap((statement) => {
      const edits = exportEdits(statement);
      const list = declarationsOf(statement);
      const start = list?.getStart() ?? 0;
      if (list && code.startsWith("const", start) && namesIn(list).some((name) => this.#letNames.has(name)))
        edits.push({ start, end: start + "const".length, text: "let  " });
      return edits;
    });
  }

  /** Keeps what a cell declared that ran. */
  note({ code, statements }: CellSource): void {
    for (const list of statements.flatMap((statement) => declarationsOf(statement) ?? []))
      if (code.startsWith("let", list.getStart())) for (const name of namesIn(list)) this.#letNames.add(name);
  }
}

function declarationsOf(statement: ts.Statement): ts.VariableDeclarationList | null {
  return typescript().isVariableStatement(statement) ? statement.declarationList : null;
}

const namesIn = ({ declarations }: ts.VariableDeclarationList): string[] =>
  declarations.flatMap(({ name }) => (typescript().isIdentifier(name) ? [name.text] : []));

/** Globals without which Deno's modules or svclib can't be loaded or run. */
const NEEDED = new Set(
  "AbortController AbortSignal Array Buffer Date Deno Error JSON Map Math Number Object Promise Set String Symbol URL globalThis performance process".split(
    " ",
  ),
);

/**
 * Refuses a cell that declares a variable named like a global that Deno needs: it would hide the global from all modules, until a restart.
 *
 * @throws Error with the name.
 */
export function checkGlobals({ statements }: CellSource): void {
  const name = statements.flatMap(hidingNames).find((one) => NEEDED.has(one));
  if (name !== undefined)
    throw namedError(
      "NameError",
      `the cell was not run: in Deno a variable called '${name}' would hide Deno's own '${name}' from svclib; choose another name`,
    );
}

/** The names that a statement declares with a value of its own; one that is the global itself is no danger. */
function hidingNames(statement: ts.Statement): string[] {
  const is = typescript();
  if (
    is.canHaveModifiers(statement) &&
    statement.modifiers?.some(({ kind }) => kind === is.SyntaxKind.DeclareKeyword)
  )
    return [];
  if (is.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      is.isIdentifier(name) && !/^(?:require|globalThis)\b/.test(initializer?.getText() ?? "")
        ? [name.text]
        : [],
    );
  const isNamed =
    is.isFunctionDeclaration(statement) ||
    is.isClassDeclaration(statement) ||
    is.isEnumDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

/**
 * Replaces the names of modules that a cell imports; line numbers stay.
 *
 * @param resolve - Maps a name as written; null keeps it.
 */
export const rewriteImports = ({ imports }: CellSource, resolve: (name: string) => string | null): Edit[] =>
  imports.flatMap(({ name, start, end }) => {
    const resolved = resolve(name);
    return resolved === null ? [] : [{ start, end, text: JSON.stringify(resolved) }];
  });

/** The object of what cells use of the boot module. */
const CALLS_EXPRESSION = 'globalThis[Symbol.for("svclib")]';

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

/** Code that calls a function of the boot module. What it publishes is private to the proxy. */
export const hiddenCell = (name: string, args = ""): string =>
  `await ${CALLS_EXPRESSION}.${name}(${args}); 0`;
