import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import type ts from "typescript";
import type { Compiler } from "./project.ts";

/** Import names of svclib: as npm and Deno have them, and of its entries. */
const SVCLIB = /^(?:npm:)?svclib(?:@[^/]+)?(?:\/|$)/;
/** Constants that refer to constants, at most. */
const DEPTH = 20;

const packageNames = new Map<string, string | null>();

/** The name of the package that a file belongs to; null without one. */
function packageName(folder: string): string | null {
  const cached = packageNames.get(folder);
  if (cached !== undefined) return cached;
  const manifest = join(folder, "package.json");
  const parent = dirname(folder);
  const name = existsSync(manifest) ? nameIn(manifest) : null;
  const result = name ?? (parent === folder ? null : packageName(parent));
  packageNames.set(folder, result);
  return result;
}

/** Null for a manifest without a name, as of a folder that only says the type of its modules. */
function nameIn(manifest: string): string | null {
  try {
    const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly name?: unknown };
    return typeof name === "string" ? name : null;
  } catch {
    return null;
  }
}

/** What names in a project's files refer to, across its files and under other names. */
export class ProjectSymbols {
  readonly ts: Compiler;
  readonly checker: ts.TypeChecker;
  readonly #program: ts.Program;

  constructor(compiler: Compiler, program: ts.Program) {
    this.ts = compiler;
    this.#program = program;
    this.checker = program.getTypeChecker();
  }

  /** The name in svclib of what an expression refers to: `read_svc_query`, whatever it was imported as; null for anything else. */
  svclibName(expression: ts.Expression): string | null {
    const symbol = this.#symbol(this.valueOf(expression));
    if (symbol === undefined) return null;
    const declarations = symbol.declarations ?? [];
    // Where svclib is not installed, an import still says its name.
    const [name = null] = declarations.flatMap((one) => this.#unresolvedName(one) ?? []);
    if (name !== null) return name;
    return declarations.some((one) => isOfSvclib(one)) ? symbol.name : null;
  }

  /** Whether an expression's type is this class of svclib. */
  isInstance(expression: ts.Expression, name: "Client" | "QueryEngine" | "SqlText"): boolean {
    const symbol = this.checker.getTypeAtLocation(expression).getSymbol();
    return symbol?.name === name && (symbol.declarations ?? []).some((one) => isOfSvclib(one));
  }

  /** The expression whose value another one has, through constants and what only concerns types. */
  valueOf(expression: ts.Expression, depth = 0): ts.Expression {
    const { ts } = this;
    if (
      ts.isParenthesizedExpression(expression) ||
      ts.isAsExpression(expression) ||
      ts.isTypeAssertionExpression(expression) ||
      ts.isSatisfiesExpression(expression) ||
      ts.isNonNullExpression(expression) ||
      ts.isAwaitExpression(expression)
    )
      return this.valueOf(expression.expression, depth);
    if (depth > DEPTH) return expression;
    const value = this.#constantOf(this.#symbol(expression)?.valueDeclaration);
    return value === null ? expression : this.valueOf(value, depth + 1);
  }

  /** The value that a declaration always has. */
  #constantOf(declaration: ts.Declaration | undefined): ts.Expression | null {
    const { ts } = this;
    if (declaration === undefined) return null;
    const isConstant =
      (ts.isVariableDeclaration(declaration) && (declaration.parent.flags & ts.NodeFlags.Const) !== 0) ||
      (ts.isPropertyDeclaration(declaration) &&
        (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0) ||
      ts.isEnumMember(declaration) ||
      (ts.isPropertyAssignment(declaration) && this.#isConstantProperty(declaration));
    return isConstant ? ((declaration as ts.VariableDeclaration).initializer ?? null) : null;
  }

  /** Whether nothing may assign to the property: `{ ... } as const`. */
  #isConstantProperty(property: ts.PropertyAssignment): boolean {
    const type = this.checker.getTypeAtLocation(property.name);
    return (type.flags & this.ts.TypeFlags.StringLiteral) !== 0;
  }

  #symbol(expression: ts.Expression): ts.Symbol | undefined {
    const { ts, checker } = this;
    const name = ts.isPropertyAccessExpression(expression)
      ? expression.name
      : ts.isElementAccessExpression(expression)
        ? expression.argumentExpression
        : expression;
    const isName = ts.isIdentifier(name) || (name !== expression && ts.isStringLiteralLike(name));
    return isName ? this.#target(checker.getSymbolAtLocation(name)) : undefined;
  }

  /** What an imported name, or one that is taken from an object, stands for. */
  #target(symbol: ts.Symbol | undefined): ts.Symbol | undefined {
    const { ts, checker } = this;
    if (symbol === undefined) return undefined;
    if ((symbol.flags & ts.SymbolFlags.Alias) !== 0) {
      const target = checker.getAliasedSymbol(symbol);
      return target.declarations === undefined ? symbol : target;
    }
    const declaration = symbol.valueDeclaration;
    const property =
      declaration !== undefined && ts.isBindingElement(declaration)
        ? this.#propertyOf(declaration)
        : undefined;
    return property === undefined ? symbol : this.#target(property);
  }

  /** The property that `const { name } = object` takes. */
  #propertyOf(element: ts.BindingElement): ts.Symbol | undefined {
    const { ts, checker } = this;
    const name = element.propertyName ?? element.name;
    const isConstant = (ts.getCombinedNodeFlags(element) & ts.NodeFlags.Const) !== 0;
    if (!isConstant || element.initializer || !ts.isIdentifier(name)) return undefined;
    return checker.getTypeAtLocation(element.parent).getProperty(name.text);
  }

  /** The module that a text of the source names as an import, if it can't be resolved; null for any other text. */
  missingModule(text: ts.StringLiteralLike): string | null {
    const { ts, checker } = this;
    const { parent } = text;
    const isImport =
      (ts.isImportDeclaration(parent) && parent.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(parent) && !parent.isTypeOnly) ||
      ts.isExternalModuleReference(parent) ||
      (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword);
    if (!isImport || isBuiltin(text.text) || checker.getSymbolAtLocation(text) !== undefined) return null;
    const file = text.getSourceFile();
    // A module without types has no symbol either.
    const { resolvedModule } = ts.resolveModuleName(
      text.text,
      file.fileName,
      this.#program.getCompilerOptions(),
      ts.sys,
      undefined,
      undefined,
      this.#program.getModeForUsageLocation(file, text),
    );
    return resolvedModule === undefined ? text.text : null;
  }

  #unresolvedName(declaration: ts.Declaration): string | null {
    const { ts } = this;
    if (!ts.isImportSpecifier(declaration)) return null;
    const from = declaration.parent.parent.parent.moduleSpecifier;
    const isOwn = ts.isStringLiteral(from) && SVCLIB.test(from.text);
    return isOwn ? (declaration.propertyName ?? declaration.name).text : null;
  }
}

const isOfSvclib = (declaration: ts.Declaration): boolean =>
  packageName(dirname(declaration.getSourceFile().fileName)) === "svclib";
