import type { Converted, Converter, TslabModules } from "./tslab-internals.ts";
import { uncut } from "./stop/stopper.ts";
import { tslabRequire } from "./tslab-internals.ts";

interface SyntaxNode {
  readonly kind: number;
  readonly pos: number;
  readonly end: number;
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

/** Names of the values that a statement declares; null for one that declares a type. */
function valueNames(typescript: TypeScript, statement: SyntaxNode): string[] | null {
  const { SyntaxKind } = typescript;
  if (
    statement.kind === SyntaxKind.InterfaceDeclaration ||
    statement.kind === SyntaxKind.TypeAliasDeclaration
  )
    return null;
  const bindings = statement.importClause?.namedBindings;
  const named: readonly { readonly name?: { readonly text?: string } }[] = [
    ...(statement.declarationList?.declarations ?? []),
    ...(statement.importClause ? [statement.importClause] : []),
    ...(bindings ? [bindings, ...(bindings.elements ?? [])] : []),
    statement,
  ];
  return named.flatMap(({ name }) => name?.text ?? []);
}

const statementsOf = (typescript: TypeScript, declarations: string): readonly SyntaxNode[] =>
  typescript.createSourceFile("declarations.d.ts", declarations, typescript.ScriptTarget.ES2022).statements ??
  [];

/** Names of the values that a file of declarations declares. */
function declaredValues(typescript: TypeScript, declarations: string): Set<string> {
  return new Set(
    statementsOf(typescript, declarations).flatMap((statement) => valueNames(typescript, statement) ?? []),
  );
}

/** The declarations of types and imports, and those of values that are set. */
function keptDeclarations(
  typescript: TypeScript,
  declarations: string,
  isSet: (name: string) => boolean,
): string {
  return statementsOf(typescript, declarations)
    .filter(
      (statement) => statement.importClause || valueNames(typescript, statement)?.every(isSet) !== false,
    )
    .map(({ pos, end }) => declarations.slice(pos, end))
    .join("");
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
  /** What is declared since a cell failed, in place of what tslab puts in front of the next one. */
  #afterFailure: string | undefined;

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
    this.#afterFailure = undefined;
    this.#stand(this.#candidate);
  }

  /** That cell has failed. What it imported stays, and what it declared and had set by then; tslab itself forgets all of it. */
  keep(locals: Readonly<Record<string, unknown>>): void {
    if (this.#candidate === undefined) return;
    this.#afterFailure = keptDeclarations(
      this.#typescript,
      this.#candidate,
      (name) => locals[name] !== undefined,
    );
    this.#stand(this.#afterFailure);
  }

  #stand(declarations: string): void {
    this.#declarations = declarations;
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
        const converted = uncut(() => converter.convert(this.#extend(prevDecl), src));
        if (converted.diagnostics.length === 0) this.#candidate = converted.declOutput ?? "";
        return converted;
      },
      inspect: (prevDecl, src, position) =>
        uncut(() => converter.inspect(this.#extend(prevDecl), src, position)),
      complete: (prevDecl, src, position) =>
        uncut(() => converter.complete(this.#extend(prevDecl), src, position)),
    };
  }

  #extend(declared: string): string {
    const declarations = this.#afterFailure ?? declared;
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
