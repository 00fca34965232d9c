// This folder: compiles a cell with TypeScript for tslab: types of earlier cells, imports, code that is kept between starts.

import type ts from "typescript";
import { declaredNames } from "../../../../magics/cell/source/declared-names.ts";
import { edited, type Edit } from "../../../../magics/cell/source/edited.ts";
import { typescript } from "../../../../magics/cell/source/typescript.ts";
import { commonJs } from "./common-js.ts";

/** Syntax that TypeScript has to rewrite for Node.js: modules, `using`, decorators and `accessor`. */
const NEEDS_TYPESCRIPT = /\b(?:import|export|using|accessor)\b|@/;

/** What TypeScript adds to a module, and a function must not have. */
const MODULE_MARKS =
  /^(?:"use strict";\n)?(?:Object\.defineProperty\(exports, "__esModule", \{ value: true \}\);\n)?/;

/**
 * The code of a cell that tslab runs in a function, from the module that the compiler made of the cell. Its variables stay variables of that
 * function; each is also put into `exports`, where other cells find it, as an accessor. So they and the functions of the cell share one
 * variable, and one that a later cell declares again is another.
 */
export function cellCode(module: string): string {
  const { code, isStrict } = withAccessors(module);
  if (!NEEDS_TYPESCRIPT.test(code)) return code;
  return (isStrict ? '"use strict";\n' : "") + commonJs(code).replace(MODULE_MARKS, "");
}

function withAccessors(module: string): { readonly code: string; readonly isStrict: boolean } {
  const is = typescript();
  const file = is.createSourceFile("cell.js", module, {
    languageVersion: is.ScriptTarget.ESNext,
    jsDocParsingMode: is.JSDocParsingMode.ParseNone,
  });
  const { statements } = file;
  const names = new Set(statements.flatMap(exportedNames));
  const edits: Edit[] = [];
  let top = "";
  for (const statement of statements) {
    if (is.isExportDeclaration(statement) && statement.moduleSpecifier === undefined) {
      edits.push({ start: statement.pos, end: statement.end, text: "" });
      continue;
    }
    const last = lastValue(statement);
    if (last !== null) {
      const at = statement.getStart(file);
      edits.push({ start: at, end: at + "export ".length, text: "" });
      edits.push({ start: statement.end, end: statement.end, text: `;__tslab__.last.${last} = ${last};` });
      continue;
    }
    const accessorNames = declaredNames(statement).filter((name) => names.delete(name));
    if (accessorNames.length === 0) continue;
    const text = accessorNames.map((name) => accessor(name, isConstant(statement))).join("");
    if (is.isFunctionDeclaration(statement)) top += text;
    else edits.push({ start: statement.end, end: statement.end, text });
  }
  // What is left is declared by `var` inside of statements.
  for (const name of names) top += accessor(name, false);
  const isStrict = isStrictDirective(statements[0]);
  const start = isStrict ? (statements[0]?.end ?? 0) : 0;
  return { code: edited(module, [{ start, end: start, text: top }, ...edits]), isStrict };
}

function isStrictDirective(statement: ts.Statement | undefined): boolean {
  const is = typescript();
  if (statement === undefined || !is.isExpressionStatement(statement)) return false;
  return is.isStringLiteral(statement.expression) && statement.expression.text === "use strict";
}

/** Parameters can't hide the variable, whose name is shorter. */
const accessor = (name: string, isConstant: boolean): string =>
  isConstant
    ? `__tslab__.declare("${name}", () => ${name});`
    : `__tslab__.declare("${name}", () => ${name}, (${name}_) => { ${name} = ${name}_; });`;

/** The names that tslab exports at the end of a cell: all that the cell declares. */
function exportedNames(statement: ts.Statement): string[] {
  const is = typescript();
  if (!is.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return [];
  const { exportClause } = statement;
  return exportClause !== undefined && is.isNamedExports(exportClause)
    ? exportClause.elements.map(({ name }) => name.text)
    : [];
}

/** The name under which tslab keeps the value of a cell: `export const tsLastExpr = …`. */
function lastValue(statement: ts.Statement): string | null {
  const is = typescript();
  const isExported = is.isVariableStatement(statement) && statement.modifiers?.length === 1;
  return isExported ? (declaredNames(statement)[0] ?? null) : null;
}

function isConstant(statement: ts.Statement): boolean {
  const is = typescript();
  if (is.isImportDeclaration(statement)) return true;
  if (!is.isVariableStatement(statement)) return false;
  return (statement.declarationList.flags & (is.NodeFlags.Const | is.NodeFlags.Using)) !== 0;
}
