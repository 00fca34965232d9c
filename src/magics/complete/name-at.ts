import type ts from "typescript";
import { boundNames, declaredNames } from "../cell/source/declared-names.ts";
import { isReference, type CellSource } from "../cell/source/source.ts";
import { typescript } from "../cell/source/typescript.ts";

/**
 * The variable of the notebook at the cursor, with the properties behind it up to there: `["engine", "database"]`. Null elsewhere, also at
 * a name of an inner scope, whose value nobody has.
 */
export function nameAt(source: CellSource, cursor: number): readonly string[] | null {
  const is = typescript();
  const [node] = source.nodes((one) =>
    is.isIdentifier(one) && one.getStart(source.file) <= cursor && cursor <= one.end ? one : null,
  );
  if (node === undefined) return null;
  const { parent } = node;
  return pathTo(is.isPropertyAccessExpression(parent) && parent.name === node ? parent : node);
}

function pathTo(node: ts.Node): readonly string[] | null {
  const is = typescript();
  if (is.isIdentifier(node)) {
    const { parent, text } = node;
    const isName = isReference(node) || isDeclaration(parent);
    return isName && text !== "" && !isLocal(parent, text) ? [text] : null;
  }
  if (!is.isPropertyAccessExpression(node)) return null;
  const path = pathTo(node.expression);
  return path === null ? null : [...path, node.name.text];
}

function isDeclaration(node: ts.Node): boolean {
  const is = typescript();
  return (
    is.isVariableDeclaration(node) ||
    is.isBindingElement(node) ||
    is.isFunctionDeclaration(node) ||
    is.isClassDeclaration(node) ||
    is.isImportSpecifier(node)
  );
}

/** Whether the name is declared between the node and the top level. */
function isLocal(node: ts.Node, name: string): boolean {
  const is = typescript();
  for (let scope = node; !is.isSourceFile(scope); scope = scope.parent)
    if (namesOf(scope).includes(name)) return true;
  return false;
}

type ScopeParts = Partial<{
  readonly parameters: readonly ts.ParameterDeclaration[];
  readonly statements: readonly ts.Statement[];
  readonly initializer: ts.Node;
  readonly variableDeclaration: ts.VariableDeclaration;
}>;

function namesOf(scope: ts.Node): string[] {
  const is = typescript();
  const { parameters = [], statements = [], initializer, variableDeclaration } = scope as ScopeParts;
  const list =
    initializer !== undefined && is.isVariableDeclarationList(initializer) ? initializer.declarations : [];
  const bound = [...parameters, ...list, ...(variableDeclaration ? [variableDeclaration] : [])];
  const own = is.isFunctionExpression(scope) || is.isClassExpression(scope) ? scope.name?.text : undefined;
  return [own ?? "", ...bound.flatMap((one) => boundNames(one.name)), ...statements.flatMap(declaredNames)];
}
