import type ts from "typescript";
import { typescript } from "./typescript.ts";

/** Names of the values that a statement declares: by let, const, var, function, class, enum and import, also in patterns. */
export function declaredNames(statement: ts.Statement): string[] {
  const is = typescript();
  if (is.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  if (is.isImportDeclaration(statement)) {
    const { name, namedBindings } = statement.importClause ?? {};
    const named =
      namedBindings === undefined
        ? []
        : is.isNamespaceImport(namedBindings)
          ? [namedBindings]
          : [...namedBindings.elements];
    return [name, ...named.map((one) => one.name)].flatMap((one) => one?.text ?? []);
  }
  if (
    is.isFunctionDeclaration(statement) ||
    is.isClassDeclaration(statement) ||
    is.isEnumDeclaration(statement) ||
    is.isImportEqualsDeclaration(statement)
  )
    return statement.name?.text ? [statement.name.text] : [];
  return [];
}

/** The names of a pattern. */
export function boundNames(name: ts.BindingName): string[] {
  const is = typescript();
  if (is.isIdentifier(name)) return name.text === "" ? [] : [name.text];
  return name.elements.flatMap((element) => (is.isBindingElement(element) ? boundNames(element.name) : []));
}
