import type { Converted, Converter, TslabModules } from "./tslab-internals.ts";
import { tslabRequire } from "./tslab-internals.ts";

interface SyntaxNode {
  readonly kind: number;
  readonly name?: { readonly text?: string };
  readonly statements?: readonly SyntaxNode[];
  readonly declarationList?: { readonly declarations: readonly SyntaxNode[] };
  readonly importClause?: {
    readonly name?: { readonly text: string };
    readonly namedBindings?: {
      readonly name?: { readonly text: string };
      readonly elements?: readonly SyntaxNode[];
    };
  };
}

interface TypeScript {
  readonly ScriptTarget: { readonly ES2022: number };
  readonly SyntaxKind: Readonly<Record<"InterfaceDeclaration" | "TypeAliasDeclaration", number>>;
  createSourceFile(name: string, text: string, target: number): SyntaxNode;
}

/** Names of the values that a file of declarations declares. */
function declaredValues(typescript: TypeScript, declarations: string): Set<string> {
  const { SyntaxKind, ScriptTarget } = typescript;
  const file = typescript.createSourceFile("declarations.d.ts", declarations, ScriptTarget.ES2022);
  const names = new Set<string>();
  const add = (node: { readonly name?: { readonly text?: string } }): void => {
    if (node.name?.text !== undefined) names.add(node.name.text);
  };
  for (const statement of file.statements ?? []) {
    const bindings = statement.importClause?.namedBindings;
    statement.declarationList?.declarations.forEach(add);
    if (statement.importClause) add(statement.importClause);
    if (bindings) [bindings, ...(bindings.elements ?? [])].forEach(add);
    const isType = [SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration].includes(
      statement.kind,
    );
    if (!isType) add(statement);
  }
  return names;
}

/**
 * Knows which names the notebook declares, and declares further ones that no cell did (`%svc_use`).
 * tslab keeps the declarations of earlier cells as text that it puts in front of each cell; bound names are added there.
 */
export class NotebookNames {
  readonly #typescript = tslabRequire("@tslab/typescript-for-tslab") as TypeScript;
  readonly #bound = new Map<string, string>();
  #declarations = "";
  #read: { readonly declarations: string; readonly values: ReadonlySet<string> } = {
    declarations: "",
    values: new Set(),
  };
  #candidate: string | undefined;

  /** Has every converter made from now on see the bound names. */
  hook(module: TslabModules["converter"]): void {
    const { createConverter } = module;
    module.createConverter = (options) => {
      const converter = createConverter(options);
      return { ...converter, ...this.#wrap(converter) };
    };
  }

  /** Declares a name with a type, as text that needs no import. Its value is the caller's to set. */
  bind(name: string, type: string): void {
    this.#bound.set(name, type);
  }

  /** Whether the notebook declares a value of that name. */
  isDeclared(name: string): boolean {
    return this.#bound.has(name) || this.#declared().has(name);
  }

  /** The cell that was converted last has run to its end, so its declarations stand. */
  commit(): void {
    if (this.#candidate === undefined) return;
    this.#declarations = this.#candidate;
    this.#candidate = undefined;
    for (const name of this.#bound.keys()) if (this.#declared().has(name)) this.#bound.delete(name);
  }

  /** A new cell starts: what an earlier one would have declared is void. */
  begin(): void {
    this.#candidate = undefined;
  }

  #wrap(converter: Converter): Pick<Converter, "convert" | "inspect" | "complete"> {
    return {
      convert: (prevDecl, src): Converted => {
        const converted = converter.convert(this.#extend(prevDecl), src);
        if (converted.diagnostics.length === 0) this.#candidate = converted.declOutput ?? "";
        return converted;
      },
      inspect: (prevDecl, src, position) => converter.inspect(this.#extend(prevDecl), src, position),
      complete: (prevDecl, src, position) => converter.complete(this.#extend(prevDecl), src, position),
    };
  }

  #extend(declarations: string): string {
    if (this.#bound.size === 0) return declarations;
    this.#declarations = declarations;
    const added = [...this.#bound]
      .filter(([name]) => !this.#declared().has(name))
      .map(([name, type]) => `declare let ${name}: ${type};\n`);
    return declarations + added.join("");
  }

  /** Read from the declarations when somebody asks: most cells need it not. */
  #declared(): ReadonlySet<string> {
    if (this.#read.declarations !== this.#declarations)
      this.#read = {
        declarations: this.#declarations,
        values: declaredValues(this.#typescript, this.#declarations),
      };
    return this.#read.values;
  }
}
