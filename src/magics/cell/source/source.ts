// This folder: TypeScript's parser over a cell, and edits of its text.

import type ts from "typescript";
import { readBest } from "../magic-candidates.ts";
import { declaredNames } from "./declared-names.ts";
import { typescript } from "./typescript.ts";

/** The name of a module as an import has it; offsets are UTF-16 units. */
export interface ModuleName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** With the syntax errors, which its type does not show. */
type Parsed = ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] };

/** `tsx` for cells with JSX, which svc-deno allows. */
export type SourceKind = "ts" | "tsx";

/** The code of a cell without its magics, read by TypeScript's parser once. */
export class CellSource {
  readonly code: string;
  readonly file: ts.SourceFile;
  /** Number of syntax errors. */
  readonly mistakes: number;
  #ownNames: ReadonlySet<string> | undefined;
  #names: ReadonlySet<string> | undefined;

  constructor(code: string, kind: SourceKind) {
    const { createSourceFile, JSDocParsingMode, ScriptTarget } = typescript();
    this.code = code;
    this.file = createSourceFile(
      `cell.${kind}`,
      code,
      {
        languageVersion: ScriptTarget.Latest,
        jsDocParsingMode: JSDocParsingMode.ParseNone,
        // A module, in which `await` is a word at the top level too.
        setExternalModuleIndicator: (file) => Object.assign(file, { externalModuleIndicator: file }),
      },
      true,
    );
    this.mistakes = (this.file as Parsed).parseDiagnostics.length;
  }

  get statements(): readonly ts.Statement[] {
    return this.file.statements;
  }

  /** Names that it declares at its top level: by let, const, var, function, class, enum and import, also in patterns. */
  get ownNames(): ReadonlySet<string> {
    return (this.#ownNames ??= new Set(this.statements.flatMap(declaredNames)));
  }

  /** Names that it refers to and does not declare at its top level. */
  get names(): ReadonlySet<string> {
    return (this.#names ??= new Set(
      this.nodes((node) => (isReference(node) && !this.ownNames.has(node.text) ? node.text : null)),
    ));
  }

  /** The modules that it imports or exports from, in order. */
  get imports(): readonly ModuleName[] {
    if (!/\b(?:import|from)\b/.test(this.code)) return [];
    return this.nodes((node) => {
      const name = moduleName(node);
      return name === null ? null : { name: name.text, start: name.getStart(this.file), end: name.end };
    });
  }

  /**
   * The expressions whose value can be the code's, as an engine completes it: the last statement's, and of a conditional one those of its
   * branches. Empty for code with syntax errors.
   */
  get lastExpressions(): readonly ts.Expression[] {
    const last = this.statements.findLast((statement) => !leavesValue(statement));
    return this.mistakes > 0 || last === undefined ? [] : valuesOf(last);
  }

  /** What `read` returns for the nodes of the tree, in order. */
  nodes<T>(read: (node: ts.Node) => T | null): T[] {
    const { forEachChild } = typescript();
    const collected: T[] = [];
    const visit = (node: ts.Node): void => {
      const one = read(node);
      if (one !== null) collected.push(one);
      forEachChild(node, visit);
    };
    forEachChild(this.file, visit);
    return collected;
  }
}

let latest: CellSource | undefined;

/** Reads source as TypeScript, or as TSX if it has fewer errors then. The latest is kept, as a cell is read by several parts. */
export function readSource(code: string): CellSource {
  if (latest?.code !== code) latest = readBest((kind) => new CellSource(code, kind));
  return latest;
}

/** Whether a node is a name of a value that is declared elsewhere. */
export function isReference(node: ts.Node): node is ts.Identifier {
  const is = typescript();
  if (!is.isIdentifier(node)) return false;
  const { parent } = node;
  if (is.isShorthandPropertyAssignment(parent) || is.isExportSpecifier(parent)) return true;
  const { label, name, propertyName } = parent as Partial<Record<"label" | "name" | "propertyName", ts.Node>>;
  return ![label, name, propertyName].includes(node) && !is.isTypeReferenceNode(parent);
}

function moduleName(node: ts.Node): ts.StringLiteral | null {
  const is = typescript();
  const text = (one: ts.Node | undefined): ts.StringLiteral | null =>
    one !== undefined && is.isStringLiteral(one) ? one : null;
  if (is.isImportDeclaration(node) || is.isExportDeclaration(node)) return text(node.moduleSpecifier);
  if (is.isImportTypeNode(node))
    return is.isLiteralTypeNode(node.argument) ? text(node.argument.literal) : null;
  const isImport = is.isCallExpression(node) && node.expression.kind === is.SyntaxKind.ImportKeyword;
  return isImport ? text(node.arguments[0]) : null;
}

/** Whether a statement leaves the value of those before it. */
function leavesValue(statement: ts.Statement): boolean {
  const is = typescript();
  return (
    is.isVariableStatement(statement) ||
    is.isFunctionDeclaration(statement) ||
    is.isClassDeclaration(statement) ||
    is.isEnumDeclaration(statement) ||
    is.isInterfaceDeclaration(statement) ||
    is.isTypeAliasDeclaration(statement) ||
    is.isImportDeclaration(statement) ||
    is.isEmptyStatement(statement)
  );
}

function valuesOf(statement: ts.Statement): ts.Expression[] {
  const is = typescript();
  if (is.isExpressionStatement(statement)) return [statement.expression];
  if (is.isIfStatement(statement))
    return [statement.thenStatement, statement.elseStatement].flatMap((one) => (one ? valuesOf(one) : []));
  if (is.isBlock(statement)) return statement.statements.slice(-1).flatMap(valuesOf);
  return [];
}
